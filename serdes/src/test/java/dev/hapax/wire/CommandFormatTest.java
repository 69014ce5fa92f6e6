package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFormatTest {

    private static final String ID = "3f1c2d7e-0000-4000-8000-000000000001";
    private static final String IDENTITY = "renewal:contract-7:2026-05";
    private static final Instant AT = Instant.parse("2026-05-05T17:00:00Z");
    private static final GuardEntry ENTRY = new GuardEntry(
            GuardEntry.Status.DECIDED,
            1_778_000_000_123L,
            1_778_000_000_123L,
            new Coordinates("hapax.messages", 3, 4_711),
            new Fingerprint(0x0123456789abcdefL, 0xfedcba9876543210L),
            0,
            "billing-failure",
            true);

    static Stream<Command> commands() {
        return Stream.of(
                new Command.Forget(ID, IDENTITY, "ada", "sent to the wrong address", AT),
                new Command.Forgotten(ID, IDENTITY, AT.plusMillis(250), 1, List.of(ENTRY)),
                new Command.Refused(ID, AT.plusMillis(250), "command: 'frget' is unknown; there is forget"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldWriteAsTheGoldenFileSaysAndReadItBack(Command command) {
        String golden =
                Golden.text("command-v1-" + command.getClass().getSimpleName().toLowerCase(Locale.ROOT) + ".json");

        byte[] written = CommandFormat.write(command);

        assertThat(new String(written, StandardCharsets.UTF_8)).isEqualTo(golden.strip());
        assertThat(CommandFormat.read(written)).isEqualTo(command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "[]",
                "7",
                "{\"schema\":\"hapax.command/2\"}",
                "{\"schema\":\"hapax.command/1\"}",
                "{\"schema\":\"hapax.command/1\",\"command\":\"drop\"}",
                "{\"schema\":\"hapax.command/1\",\"command\":\"forget\",\"id\":\"1\",\"identity\":7}",
                "{\"schema\":\"hapax.command/1\",\"command\":\"forget\",\"id\":\"1\",\"identity\":\"i\","
                        + "\"actor\":\"a\",\"reason\":\" \",\"at\":\"2026-05-05T17:00:00Z\"}",
                "{\"schema\":\"hapax.command/1\",\"command\":\"forget\",\"id\":\"1\",\"identity\":\"i\","
                        + "\"actor\":\"a\",\"reason\":\"r\",\"at\":\"today\"}",
                "{\"schema\":\"hapax.command/1\",\"command\":\"forgotten\",\"id\":\"1\",\"identity\":\"i\","
                        + "\"at\":\"2026-05-05T17:00:00Z\",\"forgotten\":[{\"outcome\":\"odd\"}]}"
            })
    void shouldRefuseWhatIsNoCommand(String json) {
        assertThatThrownBy(() -> CommandFormat.read(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldWriteARefusalWithHalfASurrogatePairInIt() {
        byte[] written = CommandFormat.write(new Command.Refused(ID, AT, "half a \ud83d smile"));

        assertThat(CommandFormat.read(written)).isInstanceOf(Command.Refused.class);
    }
}
