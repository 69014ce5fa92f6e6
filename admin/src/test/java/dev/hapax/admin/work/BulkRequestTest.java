package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.admin.AdminJson;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFilter;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkRequestTest {

    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    @Test
    void shouldAcceptTheFiltersOfTheCommandLine() throws Exception {
        BulkRequest words = words(
                "{\"filter\":{\"reason\":[\"unreadable\",\"INVALID\"],\"source\":\"shop\",\"identity\":\"shop:*\","
                        + "\"state\":[\"parked\"],\"since\":\"2h\"},\"reason\":\"gateway was down\",\"force\":true,\"execute\":true}");

        CaseFilter filter = words.filter(NOW);
        assertThat(filter.reasons()).isEqualTo(Set.of("UNREADABLE", "INVALID"));
        assertThat(filter.sources()).isEqualTo(Set.of("shop"));
        assertThat(filter.states()).isEqualTo(Set.of(Case.State.PARKED));
        assertThat(filter.since()).isEqualTo("2026-05-04T10:00:00Z");
        assertThat(words.command("replay").by("ann"))
                .hasToString("hapax quarantine replay -c FILE --code unreadable,INVALID --source shop"
                        + " --identity 'shop:*' --state parked --since 2h --reason 'gateway was down' --force --yes"
                        + " --as ann");
    }

    @Test
    void shouldMatchAllUnresolvedCasesOnlyWithAll() throws Exception {
        BulkRequest words = words("{\"all\":true}");

        assertThat(words.filter(NOW)).isEqualTo(CaseFilter.UNRESOLVED);
        assertThat(words.execute()).isFalse();
        assertThat(words.command("drop")).hasToString("hapax quarantine drop -c FILE --all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"execute\":true}",
                "{\"filter\":null}",
                "{\"filter\":{}}",
                "{\"filter\":[]}",
                "{\"filter\":\"UNREADABLE\"}",
                "{\"filter\":{\"raeson\":\"INVALID\"}}",
                "{\"filter\":{\"reason\":[]}}",
                "{\"filter\":{\"reason\":null}}",
                "{\"filter\":{\"reason\":5}}",
                "{\"filter\":{\"reason\":{\"INVALID\":true}}}",
                "{\"filter\":{\"reason\":[null]}}",
                "{\"filter\":{\"source\":\"\"}}",
                "{\"filter\":{\"source\":\"shop\",\"state\":[]}}",
                "{\"filter\":{\"identity\":\"\"}}",
                "{\"filter\":{\"owner\":7}}",
                "{\"filter\":{\"source\":\"shop\"},\"all\":true}",
                "{\"all\":false}",
                "{\"all\":\"true\"}",
                "{\"all\":true,\"execute\":\"yes\"}",
                "{\"filter\":{\"reason\":\"BAD\"}}",
                "{\"filter\":{\"state\":\"closed\"}}",
                "{\"filter\":{\"since\":\"yesterday\"}}"
            })
    void shouldRequireAFilterOrAll(String body) {
        assertThatThrownBy(() -> words(body).filter(NOW))
                .isInstanceOf(RuntimeException.class)
                .message()
                .isNotBlank();
    }

    private static BulkRequest words(String body) throws Exception {
        return BulkRequest.of(AdminJson.read(body));
    }
}
