package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.operations.Progress;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipientScanTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private RecipientScan scan(String csv) throws Exception {
        RecipientScan scan = new RecipientScan("r.csv", RecipientScan.Further.NOTHING);
        try (RecipientReader reader =
                new RecipientReader(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), "r.csv")) {
            scan.read(reader, folder, Progress.UNSEEN);
        }
        return scan;
    }

    @Test
    void shouldReportAnIdThatComesAgainWithAnotherAddress() throws Exception {
        RecipientScan scan = scan("id,address\n1,a@example.com\n2,b@example.com\n1,c@example.com\n2,b@example.com\n");

        assertThat(scan.conflicts()).isEqualTo(1);
        assertThat(scan.repeated()).isEqualTo(1);
        assertThat(scan.problems()).hasSize(1);
        assertThat(scan.problems().get(0))
                .hasToString("r.csv:4: the id is already on line 2, with another address or other values; remove one of"
                        + " the two, or give it an id of its own");
    }

    @Test
    void shouldReportAnIdThatComesAgainWithOtherValues() throws Exception {
        RecipientScan scan = scan("id,address,n\n1,a@example.com,x\n1,a@example.com,y\n");

        assertThat(scan.conflicts()).isEqualTo(1);
    }

    @Test
    void shouldFindAddressesThatOnlyLookDifferent() throws Exception {
        RecipientScan scan = scan(
                "id,address\n1,Ann@BÜCHER.example\n2,b@example.com\n3,ann@xn--bcher-kva.example\n4,ANN@bücher.example\n1,Ann@BÜCHER.example\n");

        assertThat(scan.duplicates()).isEqualTo(2);
        assertThat(scan.repeated()).isEqualTo(1);
        assertThat(scan.bad()).isZero();
        assertThat(scan.sameAddresses()).hasSize(2);
    }

    @Test
    void shouldReportProblemsInTheOrderOfTheFileAndNoMoreThanAHundred() throws Exception {
        RecipientScan scan = scan("id,address\n1,a@example.com\n" + "x,no\n".repeat(500) + "1,b@example.com\n");

        assertThat(scan.good()).isEqualTo(2);
        assertThat(scan.bad()).isEqualTo(500);
        assertThat(scan.conflicts()).isEqualTo(1);
        assertThat(scan.problems()).hasSize(100);
        assertThat(scan.problems().get(0).line()).isEqualTo(3);
    }

    @Test
    void shouldLeaveNoFilesBehind() throws Exception {
        scan("id,address\n1,a@example.com\n");

        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }
}
