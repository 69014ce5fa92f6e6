package dev.hapax.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class BenchCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldExplainItself() {
        assertThat(bench("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: hapax bench")
                .contains("throughput", "latency", "state", "restore", "watched", "delivery", "classify", "--quick");
        assertThat(err.toString()).isEmpty();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(List.of("speed"), List.of("speed", "throughput")),
                Arguments.of(List.of("--quick", "--full"), List.of("--quick", "--full", "mutually exclusive")),
                Arguments.of(
                        List.of("watched", "--only", "hapax"),
                        List.of("watched has no contender hapax", "nobody, clients, visitor, everyone")),
                Arguments.of(List.of("--rounds", "0"), List.of("--rounds", "at least 1")),
                Arguments.of(List.of("--messages", "999"), List.of("--messages", "999", "1000")),
                Arguments.of(List.of("--threads", "0"), List.of("--threads", "0")),
                Arguments.of(List.of("--only", "hapax,reddis"), List.of("--only", "reddis", "redis", "window-store")),
                Arguments.of(List.of("--mail", "nowhere.gz"), List.of("--mail", "nowhere.gz")),
                Arguments.of(List.of("state", "--mail", "pom.xml"), List.of("--mail is for throughput", "state")),
                Arguments.of(List.of("--rate", "100"), List.of("--rate is for latency", "throughput")),
                Arguments.of(List.of("latency", "--rate", "0"), List.of("--rate", "0")),
                Arguments.of(List.of("latency", "--only", "redis"), List.of("latency", "redis", "hapax-low-latency")),
                Arguments.of(List.of("delivery", "--threads", "3"), List.of("--threads is not for delivery")),
                Arguments.of(List.of("delivery", "--only", "redis"), List.of("delivery", "redis", "smtp-only")),
                Arguments.of(List.of("--profile"), List.of("--profile", "--data")),
                Arguments.of(List.of("-o", "xml"), List.of("xml", "json")));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldRefuseAMistakeAndSayWhich(List<String> arguments, List<String> said) {
        assertThat(bench(arguments.toArray(String[]::new))).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains(said);
    }

    private int bench(String... arguments) {
        CommandLine command = BenchCommand.commandLine()
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        return command.execute(
                Stream.concat(Stream.of("bench"), Stream.of(arguments)).toArray(String[]::new));
    }
}
