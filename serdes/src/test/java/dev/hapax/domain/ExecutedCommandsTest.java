package dev.hapax.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutedCommandsTest {

    private final ExecutedCommands executed =
            ExecutedCommands.NONE.and(3, 1_000).and(7, 900);

    @Test
    void shouldKnowEveryCommandAgainThatIsReadASecondTime() {
        assertThat(executed.includes(3, 1_000)).isTrue();
        assertThat(executed.includes(7, 900)).isTrue();
    }

    @Test
    void shouldTakeALaterCommandForNewWhateverTheClockOfWhoGaveItSays() {
        assertThat(executed.includes(8, 10)).isFalse();
    }

    @Test
    void shouldTakeTheCommandsOfATopicMadeAnewForNew() {
        assertThat(executed.includes(0, 1_001)).isFalse();
        assertThat(executed.and(0, 1_001).includes(0, 1_001)).isTrue();
        assertThat(executed.and(0, 1_001).includes(1, 1_000)).isFalse();
    }
}
