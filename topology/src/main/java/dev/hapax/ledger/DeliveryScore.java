package dev.hapax.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.Format;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.JsonFormat;
import dev.hapax.intake.mail.Rfc822Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Scores deliveries by what they say, so that those with a low score are reviewed first. A classifier that fails scores 0: such a
 * delivery is looked at first, and never lost.
 */
public final class DeliveryScore {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEEPEST = 64;
    private static final double BEST = 100;

    private final Supplier<Classifier> classifier;
    private final DeliverySettings settings;

    /** @param classifier the one in force */
    public DeliveryScore(Supplier<Classifier> classifier, DeliverySettings settings) {
        this.classifier = classifier;
        this.settings = settings;
    }

    /**
     * A score and where it comes from.
     *
     * @param score from 0 to 1
     * @param by the version of the classifier
     */
    record Scored(double score, String by, String why) {}

    Scored of(String channel, byte[] artifact) {
        Classifier current = classifier.get();
        try {
            Judgement judgement = current.classify(content(channel, artifact, current.fields()));
            double score = Math.max(0, Math.min(BEST, judgement.score())) / BEST;
            return new Scored(
                    score,
                    current.version(),
                    String.format(Locale.ROOT, "%.2f: %s, %s", score, judgement.label(), judgement.reason()));
        } catch (UndecidableException | RefusedException | IOException | RuntimeException | StackOverflowError e) {
            return new Scored(0, current.version(), "0.00: the classifier failed: " + e.getMessage());
        }
    }

    private Content content(String channel, byte[] artifact, Set<String> fields) throws RefusedException, IOException {
        ChannelSettings settingsOfChannel = settings.channels().get(channel);
        if (settingsOfChannel != null && settingsOfChannel.smtp() != null) {
            return read(new Rfc822Format(), artifact, fields);
        }
        JsonNode body = JSON.readTree(artifact).path("body");
        byte[] bytes = body.isTextual() ? body.binaryValue() : artifact;
        String text = new String(bytes, StandardCharsets.UTF_8);
        Content members = jsonMembers(bytes, fields);
        return field -> {
            Value value = members.get(field);
            return value == null && field.equals("body") ? new Value.Text(text) : value;
        };
    }

    /** Nothing where the body is no JSON. */
    private static Content jsonMembers(byte[] body, Set<String> fields) {
        try {
            return read(new JsonFormat(), body, fields);
        } catch (RefusedException e) {
            return field -> null;
        }
    }

    private static Content read(Format format, byte[] bytes, Set<String> fields) throws RefusedException {
        Set<String> possible =
                fields.stream().filter(field -> canHave(format, field)).collect(Collectors.toUnmodifiableSet());
        Message message = new Message(new Coordinates("delivery", 0, 0), 0, null, bytes, List.of());
        Content content = format.reader(possible, new ReadLimits(DEEPEST)).read(message);
        return field -> possible.contains(field) ? value(content, field) : null;
    }

    private static @Nullable Value value(Content content, String field) {
        return content.get(field);
    }

    private static boolean canHave(Format format, String field) {
        try {
            var unused = format.reader(Set.of(field), new ReadLimits(DEEPEST));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
