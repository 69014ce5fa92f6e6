package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CaseFilterTest {

    private static final Case OPEN = Case.of(Case.Summary.of(Cases.conflict()), null);

    @Test
    void shouldMatchByReasonSourceAndState() {
        assertThat(CaseFilter.ALL.matches(OPEN)).isTrue();
        assertThat(CaseFilter.UNRESOLVED.matches(OPEN)).isTrue();
        assertThat(filter(Set.of("CONFLICT"), null, null, null).matches(OPEN)).isTrue();
        assertThat(filter(Set.of("LATE"), null, null, null).matches(OPEN)).isFalse();
    }

    @Test
    void shouldMatchPartsOfAnIdentity() {
        for (String pattern : Set.of("a", "*", "a*", "*a", "*a*")) {
            assertThat(filter(Set.of(), pattern, null, null).matches(OPEN))
                    .as(pattern)
                    .isTrue();
        }
        for (String pattern : Set.of("b", "b*", "*b", "aa")) {
            assertThat(filter(Set.of(), pattern, null, null).matches(OPEN))
                    .as(pattern)
                    .isFalse();
        }
    }

    @Test
    void shouldMatchFromSinceUpToUntil() {
        assertThat(filter(Set.of(), null, Cases.NOW, null).matches(OPEN)).isTrue();
        assertThat(filter(Set.of(), null, Cases.NOW.plusMillis(1), null).matches(OPEN))
                .isFalse();
        assertThat(filter(Set.of(), null, null, Cases.NOW).matches(OPEN)).isFalse();
        assertThat(filter(Set.of(), null, null, Cases.NOW.plusMillis(1)).matches(OPEN))
                .isTrue();
    }

    private static CaseFilter filter(
            Set<String> reasons, @Nullable String identity, @Nullable Instant since, @Nullable Instant until) {
        return new CaseFilter(reasons, Set.of(), Set.of(), identity, Set.of(), null, since, until);
    }
}
