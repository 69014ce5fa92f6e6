package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.CaseFile.Change.Action;
import dev.hapax.operations.quarantine.CaseFile.Resolution.SentReplay;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written must be readable by whoever comes later, byte for byte. */
class CaseFormatsTest {

    private static final String HISTORY = "\"history\":[{\"at\":\"2026-05-05T17:00:00Z\",\"actor\":\"ann\","
            + "\"action\":\"assigned\",\"reason\":null,\"detail\":\"bob\"},"
            + "{\"at\":\"2026-05-05T17:00:00Z\",\"actor\":\"bob\",\"action\":\"replayed\","
            + "\"reason\":\"mended\",\"detail\":null}]}";
    private static final String FIRST_RELEASE =
            "{\"schema\":\"hapax.case/1\",\"case\":\"in-2@17\",\"state\":\"replayed\",\"owner\":\"bob\","
                    + "\"attempt\":2," + HISTORY;

    private static final CaseFile FILE = new CaseFile(
            Cases.ID,
            "0123456789abcdef",
            Case.State.REPLAYED,
            "bob",
            new CaseFile.Resolution(
                    2,
                    List.of(new Quarantined.Failure.Key(0, 1), new Quarantined.Failure.Key(1, 2)),
                    new SentReplay(3, 4711, 2, "decided as fine"),
                    Cases.NOW),
            List.of(
                    new CaseFile.Change(Cases.NOW, "ann", Action.ASSIGNED, null, "bob"),
                    new CaseFile.Change(Cases.NOW, "bob", Action.REPLAYED, "mended", null)));

    @Test
    void shouldWriteACaseFileAsItAlwaysHas() {
        assertThat(new String(CaseFileFormat.write(FILE), StandardCharsets.UTF_8))
                .isEqualTo("{\"schema\":\"hapax.case/1\",\"case\":\"in-2@17\",\"state\":\"replayed\",\"owner\":\"bob\","
                        + "\"attempt\":2,\"message\":\"0123456789abcdef\","
                        + "\"failures\":[{\"generation\":0,\"attempt\":1},{\"generation\":1,\"attempt\":2}],"
                        + "\"replay\":{\"partition\":3,\"offset\":4711,\"generation\":2,\"outcome\":\"decided as fine\"},"
                        + HISTORY);
    }

    @Test
    void shouldReadACaseFileOfTheFirstReleaseAndKeepItsMeaning() {
        CaseFile file = CaseFileFormat.read(FIRST_RELEASE.getBytes(StandardCharsets.UTF_8));

        assertThat(file.owner()).isEqualTo("bob");
        assertThat(file.history()).hasSize(2);
        assertThat(Case.of(Case.Summary.of(Cases.of(Reason.INVALID, "{}", 1)), file)
                        .state())
                .isEqualTo(Case.State.REPLAYED);
        assertThat(Case.of(Case.Summary.of(Cases.of(Reason.INVALID, "{}", 2)), file)
                        .state())
                .isEqualTo(Case.State.REPLAYED);
        assertThat(Case.of(Case.Summary.of(Cases.of(Reason.INVALID, "{}", 3)), file)
                        .state())
                .isEqualTo(Case.State.ASSIGNED);
    }

    @Test
    void shouldReadTheCaseFileItWrote() {
        assertThat(CaseFileFormat.read(CaseFileFormat.write(FILE))).isEqualTo(FILE);
    }

    @Test
    void shouldArchiveARecordByteForByte() {
        Quarantined record = Cases.of(Reason.UNREADABLE, "\u0000\u00ff{", 2);

        Quarantined back = CaseArchive.read(CaseArchive.write(record));

        assertThat(back.original().value()).isEqualTo(record.original().value());
        assertThat(back.original().key()).isEqualTo(record.original().key());
        assertThat(back.original().timestamp()).isEqualTo(record.original().timestamp());
        assertThat(back.original().headers())
                .usingRecursiveFieldByFieldElementComparator()
                .isEqualTo(record.original().headers());
        assertThat(back.added()).usingRecursiveFieldByFieldElementComparator().isEqualTo(record.added());
    }

    @Test
    void shouldArchiveATombstoneAsOne() {
        Quarantined record = Cases.of(Reason.INVALID, null, 1);

        assertThat(CaseArchive.read(CaseArchive.write(record)).original().value())
                .isNull();
    }

    @Test
    void shouldRefuseAStrangersLine() {
        assertThatThrownBy(() -> CaseArchive.read("{\"schema\":\"other/1\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other/1")
                .hasMessageContaining(CaseArchive.SCHEMA);
        assertThatThrownBy(() -> CaseArchive.read("rubbish")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CaseArchive.read("{\"schema\":\"hapax.quarantined/1\",\"case\":\"in-2@17\"}"))
                .hasMessageContaining("headers");
    }
}
