package dev.hapax.topology;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.Settings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.quarantine.Omission;
import dev.hapax.rendering.RenderException;
import dev.hapax.rendering.RenderedDelivery;
import dev.hapax.rendering.RuleDelivery;
import dev.hapax.source.Source;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.TraceParent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stages what rules deliver, in the transaction of the decision. A delivery that cannot be rendered is written to the refused
 * deliveries instead, with the reason; the decision stands all the same.
 */
final class RuleDeliveries {

    private static final Logger LOG = LoggerFactory.getLogger(RuleDeliveries.class);
    private static final LineBudget LINES = LineBudget.perMinute(20);
    /** What the ledger takes as a cause. */
    private static final int LONGEST_CAUSE = 512;

    private static final int LONGEST_REASON = 1_000;
    /** As the ledger leaves it for key and headers. */
    private static final int ROOM_AROUND_AN_ARTIFACT = 32 * 1024;

    private final DeliverySettings settings;
    private final UnavailableRetry retry;

    RuleDeliveries(Settings settings) {
        this.settings = settings.delivery();
        this.retry = UnavailableRetry.of(settings);
    }

    /** Whether a decision of the source can lead to a delivery. */
    boolean isOn() {
        return settings.isOn();
    }

    /**
     * Forwards the delivery of a decision, if it has one.
     *
     * @param content what intake read of the message; null to read it again
     */
    void stage(
            Outcome.Decided decided,
            Source source,
            @Nullable Content content,
            ProcessorContext<byte[], byte[]> context) {
        RuleDelivery delivery =
                source.classifier().deliveryOf(decided.decision().judgement());
        // A silent replay must not act.
        if (delivery == null || decided.silent()) {
            return;
        }
        try {
            RenderedDelivery rendered = render(delivery, decided, source, content);
            context.forward(
                    staging(delivery, rendered, decided, context.currentSystemTimeMs()), OperatorNames.TO_STAGED);
        } catch (UnavailableException e) {
            throw e;
        } catch (RenderException | RefusedException e) {
            refuse(delivery, decided, String.valueOf(e.getMessage()), context);
        } catch (RuntimeException | StackOverflowError e) {
            // A defect of a template or of the renderer concerns this delivery; the messages behind it may be fine.
            refuse(delivery, decided, "the delivery could not be rendered: " + e, context);
        }
    }

    private RenderedDelivery render(
            RuleDelivery delivery, Outcome.Decided decided, Source source, @Nullable Content content)
            throws RenderException, RefusedException {
        Message message = decided.arrival().message();
        Content fields = content == null ? retry.call(() -> source.reader().content(message)) : content;
        return delivery.render(decided.decision(), fields, from(delivery), settings.maxArtifactBytes());
    }

    private String from(RuleDelivery delivery) {
        ChannelSettings channel = settings.channels().get(delivery.channel());
        ChannelSettings.Smtp smtp = channel == null ? null : channel.smtp();
        return smtp == null ? "" : smtp.from();
    }

    /** Stamped with the time of writing: by the time of an old message, the topic would delete it before it is read. */
    private static Record<byte[], byte[]> staging(
            RuleDelivery delivery, RenderedDelivery rendered, Outcome.Decided decided, long now) {
        RecordHeaders headers = headers(delivery, decided);
        KafkaHeaders.add(headers, HeaderNames.TARGET, rendered.target());
        KafkaHeaders.add(headers, HeaderNames.APPROVAL, rendered.approval());
        return new Record<>(rendered.id().getBytes(StandardCharsets.UTF_8), rendered.artifact(), now, headers);
    }

    private static RecordHeaders headers(RuleDelivery delivery, Outcome.Decided decided) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.CHANNEL, delivery.channel());
        KafkaHeaders.add(headers, HeaderNames.STAGED_BY, delivery.stagedBy());
        KafkaHeaders.add(headers, HeaderNames.CAUSE, cause(decided.decision()));
        decided.arrival().message().headers().stream()
                .filter(header -> header.name().equals(HeaderNames.TRACEPARENT) && TraceParent.mayPass(header))
                .forEach(header -> headers.add(header.name(), header.value()));
        return headers;
    }

    private static String cause(Decision decision) {
        String identity = decision.identity();
        return identity.length() <= LONGEST_CAUSE && identity.chars().noneMatch(Character::isISOControl)
                ? identity
                : decision.at().toString();
    }

    /** Keeps the message that was to be delivered. */
    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    private void refuse(
            RuleDelivery delivery, Outcome.Decided decided, String why, ProcessorContext<byte[], byte[]> context) {
        String reason = "rule " + delivery.rule() + ": "
                + (why.length() <= LONGEST_REASON ? why : why.substring(0, LONGEST_REASON) + "…");
        Decision decision = decided.decision();
        Coordinates at = decision.at();
        long now = context.currentSystemTimeMs();
        long leftOut = LINES.ask(now);
        if (leftOut != LineBudget.LEFT_OUT) {
            LOG.warn(
                    "{} is decided, but its delivery is refused: {}{}",
                    at,
                    reason,
                    leftOut == 0 ? "" : " (" + leftOut + " such lines were left out)");
        }
        Message message = new Message(
                at,
                now,
                decision.identity().getBytes(StandardCharsets.UTF_8),
                decided.arrival().message().value(),
                List.of());
        Omission omission = Omission.of(message, settings.maxArtifactBytes() + ROOM_AROUND_AN_ARTIFACT);
        Message kept = omission.kept(message);
        RecordHeaders headers = headers(delivery, decided);
        KafkaHeaders.add(headers, HeaderNames.REASON, reason);
        KafkaHeaders.add(headers, HeaderNames.SOURCE, decision.source());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, at.topic());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_PARTITION, Integer.toString(at.partition()));
        KafkaHeaders.add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(at.offset()));
        omission.said(message).forEach((name, text) -> KafkaHeaders.add(headers, name, text));
        context.forward(new Record<>(kept.key(), kept.value(), now, headers), OperatorNames.TO_REFUSED_DELIVERIES);
    }
}
