package dev.hapax.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Lines as the shipped configuration writes them. */
class LogLinesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOSTILE = "a\"b\n\u001b[31m12:00:00 ERROR forged\u0085<script>é";

    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void stop() {
        System.clearProperty("hapax.log.format");
        context.stop();
    }

    @Test
    void shouldWriteFieldsBesideTheMessageWhenItIsJson() throws Exception {
        context.putProperty("instance", "host:8090");

        JsonNode line = JSON.readTree(line(
                "json",
                log -> log.atInfo()
                        .addKeyValue("identity", HOSTILE)
                        .addKeyValue("leftOut", 7L)
                        .addKeyValue("nothing", (Object) null)
                        .log("Quarantined as {}", "LATE")));

        assertThat(line.path("message").asText()).isEqualTo("Quarantined as LATE");
        assertThat(line.path("level").asText()).isEqualTo("INFO");
        assertThat(line.path("logger_name").asText()).isEqualTo("dev.hapax.Test");
        assertThat(line.path("thread_name").asText()).isNotEmpty();
        assertThat(line.path("@timestamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(line.path("identity").asText()).isEqualTo(HOSTILE);
        assertThat(line.path("leftOut").isIntegralNumber()).isTrue();
        assertThat(line.path("instance").asText()).isEqualTo("host:8090");
        assertThat(line.has("stack_trace")).isFalse();
    }

    @Test
    void shouldWriteOneLineOfJsonWhateverIsLogged() throws Exception {
        String text = line(
                "json",
                log -> log.atError()
                        .setCause(new IllegalStateException("outer\nline", new RuntimeException("the root")))
                        .addKeyValue("identity", "half a pair \ud800")
                        .addKeyValue("instance", "other:1")
                        .log("two\nlines"));

        assertThat(text).endsWith("}\n");
        assertThat(text.indexOf('\n')).isEqualTo(text.length() - 1);
        JsonNode line = JSON.readTree(text);
        assertThat(line.path("message").asText()).isEqualTo("two\nlines");
        assertThat(line.path("identity").asText()).startsWith("half a pair");
        assertThat(line.path("instance").asText()).isEqualTo("other:1");
        assertThat(line.path("stack_trace").asText()).contains("outer", "the root", "LogLinesTest");
    }

    @Test
    void shouldShowFieldsToPeopleAndLetNoneOfThemDrawOnTheTerminal() throws Exception {
        String line = line(
                "text",
                log -> log.atInfo()
                        .addKeyValue("identity", HOSTILE)
                        .addKeyValue("source", "hooks")
                        .log("Quarantined as {}", "LATE"));

        assertThat(line)
                .matches("(?s)\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  Test: Quarantined as LATE identity=.*\n")
                .contains("source=\"hooks\"", "forged", "é")
                .doesNotContain("\u001b", "\u0085");
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    }

    @Test
    void shouldEndALineWithoutFieldsAtItsMessage() throws Exception {
        assertThat(line("text", log -> log.info("RUNNING (was REBALANCING)")))
                .endsWith(": RUNNING (was REBALANCING)\n");
    }

    @Test
    void shouldWriteTextUnlessToldOtherwise() throws Exception {
        assertThat(line("", log -> log.info("hello"))).endsWith("Test: hello\n");
        assertThat(LogFormat.of(null, null)).isEqualTo("text");
        assertThat(LogFormat.of(null, "json")).isEqualTo("json");
        assertThat(LogFormat.of("TEXT", "json")).isEqualTo("text");
        assertThat(LogFormat.of("json", null)).isEqualTo("json");
    }

    @Test
    void shouldSayWhatIsWrongWithTheFormatAndLogAllTheSame() {
        assertThat(LogFormat.of("xml", "json")).isEqualTo("json");
        assertThat(LogFormat.flaw("xml")).contains("HAPAX_LOG_FORMAT", "'xml'", "json or text");
        assertThat(LogFormat.flaw("json")).isNull();
        assertThat(LogFormat.flaw(null)).isNull();
    }

    /** What the configuration, in that format, makes of what is logged. */
    private String line(String format, Consumer<Logger> logs) throws Exception {
        if (!format.isEmpty()) {
            System.setProperty("hapax.log.format", format);
        }
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LogFormat.class.getResource("/logback.xml"));
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ConsoleAppender<ILoggingEvent> console =
                (ConsoleAppender<ILoggingEvent>) root.iteratorForAppenders().next();
        assertThat(console.getTarget()).isEqualTo("System.err");

        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.setContext(context);
        events.start();
        root.detachAndStopAllAppenders();
        root.addAppender(events);
        root.setLevel(Level.DEBUG);
        logs.accept(context.getLogger("dev.hapax.Test"));
        console.getEncoder().start();
        return new String(console.getEncoder().encode(events.list.get(0)), StandardCharsets.UTF_8);
    }
}
