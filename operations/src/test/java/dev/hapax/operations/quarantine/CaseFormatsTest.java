package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.CaseChange.Action;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written must be readable by whoever comes later, byte for byte. */
class CaseFormatsTest {

    private static final CaseFile FILE = new CaseFile(
            Cases.ID,
            CaseState.REPLAYED,
            "bob",
            2,
            List.of(
                    new CaseChange(Cases.NOW, "ann", Action.ASSIGNED, null, "bob"),
                    new CaseChange(Cases.NOW, "bob", Action.REPLAYED, "mended", null)));

    @Test
    void shouldWriteACaseFileAsItAlwaysHas() {
        assertThat(new String(CaseFileFormat.write(FILE), StandardCharsets.UTF_8))
                .isEqualTo("{\"schema\":\"hapax.case/1\",\"case\":\"in-2@17\",\"state\":\"replayed\",\"owner\":\"bob\","
                        + "\"attempt\":2,\"history\":[{\"at\":\"2026-05-05T17:00:00Z\",\"actor\":\"ann\","
                        + "\"action\":\"assigned\",\"reason\":null,\"detail\":\"bob\"},"
                        + "{\"at\":\"2026-05-05T17:00:00Z\",\"actor\":\"bob\",\"action\":\"replayed\","
                        + "\"reason\":\"mended\",\"detail\":null}]}");
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
