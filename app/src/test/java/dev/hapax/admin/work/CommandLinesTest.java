package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.AdminJson;
import dev.hapax.work.Shell;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParseResult;

/** That the command lines the API tells are understood by a shell and by the commands, whatever words are in them. */
class CommandLinesTest {

    private static final String NASTY = "it's -- \"$HOME\" `ls` \\ *\n;ünd";

    /** Not what is an option, or begins as a short one does: the commands take that for one wherever it stands. */
    static Stream<String> words() {
        return Stream.of("plain", NASTY, "-5", "--no such", "--forced", "@file", "@@", "-", "a=b,c", "'");
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldForgetTheKeyThatIsMeant(String word) throws Exception {
        ParseResult parsed = Shell.parsed(new CommandLine("key forget")
                .about(word)
                .with("--reason", word)
                .by(word)
                .toString());

        assertThat(parsed.matchedPositional(0).<String>getValue()).isEqualTo(word);
        assertThat(parsed.matchedOption("--reason").<String>getValue()).isEqualTo(word);
        assertThat(parsed.matchedOption("--as").<String>getValue()).isEqualTo(word);
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldSayOfACaseWhatIsMeant(String word) throws Exception {
        for (String verb : new String[] {"replay", "drop", "note", "edit"}) {
            ParseResult parsed = Shell.parsed(new CommandLine("quarantine " + verb)
                    .about("-in-0@17")
                    .with("--reason", word)
                    .by("ann")
                    .toString());

            assertThat(parsed.matchedPositional(0).stringValues()).as(verb).containsExactly("-in-0@17");
            assertThat(parsed.matchedOption("--reason").<String>getValue())
                    .as(verb)
                    .isEqualTo(word);
        }
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldReplayWhatIsMeant(String word) throws Exception {
        for (String from : new String[] {
            "\"earliest\"", "4711", "\"0:5,2:7\"", "\"PT1H\"", "{\"duration\":\"30m\"}", "{\"shiftBy\":-100}"
        }) {
            ReplayRequest words = ReplayRequest.of(
                    AdminJson.read("{\"topic\":\"t\",\"from\":" + from
                            + ",\"to\":\"2026-05-04T12:00:00Z\",\"partitions\":[0,2],"
                            + "\"where\":[" + AdminJson.text("identity=" + word)
                            + "],\"rate\":5,\"suppressAlerts\":true,"
                            + "\"reason\":" + AdminJson.text(word) + ",\"execute\":true}"),
                    Instant.EPOCH);

            ParseResult parsed = Shell.parsed(words.command().by("ann").toString());

            assertThat(parsed.matchedOption("--reason").<String>getValue()).isEqualTo(word);
            assertThat(parsed.matchedOption("--where").stringValues()).containsExactly("identity=" + word);
            assertThat(parsed.hasMatchedOption("--execute")).isTrue();
            assertThat(parsed.matchedOption("--partitions").stringValues()).containsExactly("0", "2");
        }
    }
}
