package dev.hapax.demo.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Messages that cannot be taken in or decided, each as something that happens: a producer cut short, a field renamed, a file
 * sent to the wrong topic.
 *
 * @param turn which of the ways a message can be broken is next, so that none is left out
 */
record Poison(Dice dice, String code, Instant at, int turn) {

    private static final int DEEPER_THAN_ALLOWED = 80;
    private static final int LARGER_THAN_ALLOWED = 70 * 1024;

    Feed.Draft unreadable() {
        Feed.Draft payment = write(Feed.PAYMENTS).withoutIdentity();
        byte[] value = value(payment);
        String text = new String(value, StandardCharsets.UTF_8);
        return switch (turn % 9) {
            case 0 -> payment.withValue(Arrays.copyOf(value, value.length * 2 / 3));
            case 1 ->
                write(Feed.MAIL)
                        .withoutIdentity()
                        .withValue(JsonFeeds.utf8("mx1 postfix/smtpd[2211]: lost connection\n"));
            case 2 -> payment.withValue(notUtf8(value));
            case 3 -> payment.withValue(JsonFeeds.utf8(text.replaceFirst("\"amount\":[0-9.]+", "\"amount\":NaN")));
            case 4 -> batch();
            case 5 -> payment.withValue(JsonFeeds.utf8(text.replaceFirst("\\{", "{\"event\":\"payment.failed\",")));
            case 6 -> payment.withValue(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3});
            case 7 -> write(Feed.MAIL).withoutIdentity().withValue(new byte[0]);
            default ->
                write(Feed.LEDGER)
                        .withValue(JsonFeeds.utf8("[".repeat(DEEPER_THAN_ALLOWED) + "]".repeat(DEEPER_THAN_ALLOWED)));
        };
    }

    Feed.Draft invalid() {
        return switch (turn % 5) {
            case 0 -> payment("currency");
            case 1 -> otherVersion();
            case 2 -> write(Feed.LEDGER).withKey(JsonFeeds.utf8("E-" + code));
            case 3 -> LegacyRows.row(code, "L-" + code + ";ORDER;12,50 EUR;Order of Any Company");
            default -> withoutType();
        };
    }

    Feed.Draft withoutIdentity() {
        Feed.Draft draft = switch (turn % 4) {
            case 0 -> DemoMails.draft(DemoMails.letter(dice, code, at, false).withoutMessageId(), dice);
            case 1 -> payment("id");
            // Deleted by key, but it is the content that names a payment.
            case 2 -> write(Feed.PAYMENTS).withValue(null);
            default -> write(Feed.LEGACY).withKey(null);
        };
        return draft.withoutIdentity();
    }

    Feed.Draft tooLarge() {
        Feed.Draft mail = write(Feed.MAIL);
        byte[] value = value(mail);
        byte[] large = Arrays.copyOf(value, value.length + LARGER_THAN_ALLOWED);
        Arrays.fill(large, value.length, large.length, (byte) '=');
        return mail.withValue(large);
    }

    Feed.Draft undecidable() {
        return JsonFeeds.Payments.unreadableAmount(dice, code, at);
    }

    /** A row cut off before its text: more than its reader's author thought of. */
    Feed.Draft throwing() {
        return LegacyRows.row(code, "L-" + code + (dice.chance(0.5) ? ";ORDER" : ";INVOICE;12.50"));
    }

    private Feed.Draft write(Feed feed) {
        return feed.write(dice, code, at, false);
    }

    private Feed.Draft payment(String without) {
        Fixture fixture = new Fixture(1, "payment.succeeded", "{product} for {company}", "");
        ObjectNode event = JsonFeeds.Payments.event(dice, fixture, code, at, false);
        event.withObject("/payment").remove(without);
        return JsonFeeds.Payments.draft(dice, code, event);
    }

    private Feed.Draft batch() {
        Feed.Draft event = write(Feed.WEBHOOKS).withoutIdentity();
        return event.withHeaders(
                List.of(new Header("content-type", JsonFeeds.utf8("application/cloudevents-batch+json"))));
    }

    private Feed.Draft otherVersion() {
        return event("specversion", "0.3");
    }

    private Feed.Draft withoutType() {
        return event("type", "");
    }

    private Feed.Draft event(String attribute, String value) {
        Fixture fixture = new Fixture(1, "deploy.succeeded", "{service} {version} is live", "info");
        List<JsonFeeds.Webhooks.Attribute> attributes =
                JsonFeeds.Webhooks.attributes(fixture, new Fixture.TextTemplate(dice), code, at).stream()
                        .map(each -> each.name().equals(attribute)
                                ? new JsonFeeds.Webhooks.Attribute(attribute, value)
                                : each)
                        .toList();
        ObjectNode data = JsonFeeds.object().put("severity", "info");
        return dice.chance(0.5)
                ? JsonFeeds.Webhooks.structured(dice, attributes, data)
                : JsonFeeds.Webhooks.binary(dice, attributes, data);
    }

    private static byte[] notUtf8(byte[] value) {
        byte[] result = value.clone();
        result[result.length / 2] = (byte) 0xff;
        return result;
    }

    private static byte[] value(Feed.Draft draft) {
        byte[] value = draft.value();
        if (value == null) {
            throw new IllegalStateException("an author writes no tombstones");
        }
        return value;
    }
}
