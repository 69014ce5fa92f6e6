package dev.hapax.bench.jmh;

import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.MailStock;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.intake.Formats;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;

/** The messages of the other measurements, and sources that read them. Enough of them that no branch is learnt by heart. */
final class BenchMessages {

    static final int COUNT = 1_024;

    private static final long FIRST_TIME = 1_778_000_000_123L;
    private static final String SETTINGS = """
            application-id: bench
            kafka:
              bootstrap.servers: nowhere:9092
            sources:
              - topic: in
                format: %s
                identity: { field: %s }
                fingerprint: [%s]
            """;

    private BenchMessages() {}

    static Source source(String format, String identity, String... fingerprint) {
        String text = SETTINGS.formatted(format, identity, String.join(", ", fingerprint));
        Settings settings = SettingsFile.parse(text, "bench.yaml", Path.of("").toAbsolutePath(), name -> null)
                .settings();
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        return Objects.requireNonNull(sources.ofTopic("in"));
    }

    static Message[] json() {
        return messages(new JsonEvents(), identity -> List.of());
    }

    static Message[] mails() {
        return messages(MailStock.generated(), identity -> List.of());
    }

    static Message[] events() {
        return messages(
                new JsonEvents(),
                identity -> List.of(
                        header("ce_specversion", "1.0"),
                        header("ce_id", identity),
                        header("ce_source", "/orders"),
                        header("ce_type", "order.shipped"),
                        header("content-type", "application/json")));
    }

    static Intake.Arrived[] arrived(Source source, Message[] messages) {
        return Arrays.stream(messages)
                .map(message -> (Intake.Arrived) source.read(message, 0, 0))
                .toArray(Intake.Arrived[]::new);
    }

    static Arrival[] arrivals(Source source, Message[] messages) {
        return Arrays.stream(arrived(source, messages))
                .map(Intake.Arrived::arrival)
                .toArray(Arrival[]::new);
    }

    private static Message[] messages(Recipe.Content content, Function<String, List<Header>> headers) {
        SplittableRandom random = new SplittableRandom(1);
        Message[] messages = new Message[COUNT];
        for (int i = 0; i < COUNT; i++) {
            String identity = new UUID(random.nextLong(), random.nextLong()).toString();
            messages[i] = new Message(
                    new Coordinates("in", i % 4, i),
                    FIRST_TIME + i,
                    identity.getBytes(StandardCharsets.UTF_8),
                    content.of(identity, random),
                    headers.apply(identity));
        }
        return messages;
    }

    private static Header header(String name, String value) {
        return new Header(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
