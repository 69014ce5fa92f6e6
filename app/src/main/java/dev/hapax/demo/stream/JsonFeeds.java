package dev.hapax.demo.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The sources that send JSON: payments, webhooks and ledger entries. */
final class JsonFeeds {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Milliseconds always: {@link Instant#toString} drops them when they are zero. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private JsonFeeds() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(ObjectNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    static String time(Instant at) {
        return TIME.format(at);
    }

    /** An amount of money between the two, in whole units of its hundredth. */
    static BigDecimal amount(Dice dice, int least, int most) {
        return BigDecimal.valueOf(dice.between(least * 100, most * 100), 2);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The headers, and for some messages where in a trace they belong. */
    static List<Header> traced(Dice dice, Header... headers) {
        List<Header> all = new ArrayList<>(List.of(headers));
        if (dice.chance(0.3)) {
            all.add(new Header("traceparent", utf8("00-" + dice.hex(32) + "-" + dice.hex(16) + "-01")));
        }
        return List.copyOf(all);
    }

    /** Events of a payment provider, as JSON. */
    static final class Payments {

        private static final List<Fixture> FIXTURES = Fixture.of(Feed.PAYMENTS);

        private Payments() {}

        static Feed.Draft write(Dice dice, String code, Instant at, boolean altered) {
            Fixture fixture = Fixture.pick(FIXTURES, dice);
            return draft(dice, code, event(dice, fixture, code, at, altered));
        }

        /** A failed payment whose amount is written for people, so that no rule can compare it. */
        static Feed.Draft unreadableAmount(Dice dice, String code, Instant at) {
            Fixture fixture = new Fixture(1, "payment.failed", "Invoice {invoice} of {company}", "");
            ObjectNode event = event(dice, fixture, code, at, false);
            event.withObject("/payment").put("amount", dice.between(1, 9) + ",250.00 EUR");
            return draft(dice, code, event);
        }

        static Feed.Draft draft(Dice dice, String code, ObjectNode event) {
            String identity = "pay_" + code + ":" + event.path("event").textValue();
            return new Feed.Draft(
                    Feed.PAYMENTS,
                    Feed.PAYMENTS.identity(identity),
                    utf8(event.at("/customer/id").asText()),
                    bytes(event),
                    traced(dice, new Header("content-type", utf8("application/json"))));
        }

        static ObjectNode event(Dice dice, Fixture fixture, String code, Instant at, boolean altered) {
            BigDecimal amount = dice.chance(0.1) ? amount(dice, 1000, 9000) : amount(dice, 3, 900);
            ObjectNode event = object();
            event.put("event", fixture.type());
            event.put("created", time(at));
            event.putObject("payment")
                    .put("id", "pay_" + code)
                    .put("amount", altered ? amount.add(BigDecimal.TEN) : amount)
                    .put("currency", dice.pick(List.of("EUR", "EUR", "GBP", "PLN", "SEK")))
                    .put("captured", fixture.type().equals("payment.succeeded"));
            event.putObject("customer").put("id", "cus_" + dice.between(1000, 9999));
            event.put("description", new Fixture.TextTemplate(dice).fill(fixture.subject()));
            return event;
        }
    }

    /** What deployment, monitoring and on-call tools send: CloudEvents, structured by some, binary by others. */
    static final class Webhooks {

        private static final List<Fixture> FIXTURES = Fixture.of(Feed.WEBHOOKS);

        private Webhooks() {}

        static Feed.Draft write(Dice dice, String code, Instant at, boolean altered) {
            Fixture fixture = Fixture.pick(FIXTURES, dice);
            Fixture.TextTemplate words = new Fixture.TextTemplate(dice);
            List<Attribute> attributes = attributes(fixture, words, code, at);
            ObjectNode data = object();
            data.put("severity", fixture.body());
            data.put("attempt", altered ? 2 : 1);
            data.put("message", words.fill("Seen by {host}: " + fixture.subject()));
            return dice.chance(0.5) ? structured(dice, attributes, data) : binary(dice, attributes, data);
        }

        /** One attribute of an event. */
        record Attribute(String name, String value) {}

        static List<Attribute> attributes(Fixture fixture, Fixture.TextTemplate words, String code, Instant at) {
            return List.of(
                    new Attribute("specversion", "1.0"),
                    new Attribute("id", "evt-" + code),
                    new Attribute("source", words.fill("https://hooks.example.org/{service}")),
                    new Attribute("type", fixture.type()),
                    new Attribute("subject", words.fill(fixture.subject())),
                    new Attribute("time", time(at)));
        }

        static Feed.Draft structured(Dice dice, List<Attribute> attributes, ObjectNode data) {
            ObjectNode event = object();
            attributes.forEach(attribute -> event.put(attribute.name(), attribute.value()));
            event.set("data", data);
            Header type = new Header("content-type", utf8("application/cloudevents+json; charset=utf-8"));
            return new Feed.Draft(Feed.WEBHOOKS, identity(attributes), null, bytes(event), traced(dice, type));
        }

        static Feed.Draft binary(Dice dice, List<Attribute> attributes, ObjectNode data) {
            List<Header> headers = new ArrayList<>();
            headers.add(new Header("content-type", utf8("application/json")));
            attributes.forEach(attribute -> headers.add(new Header("ce_" + attribute.name(), utf8(attribute.value()))));
            return new Feed.Draft(
                    Feed.WEBHOOKS,
                    identity(attributes),
                    null,
                    bytes(data),
                    traced(dice, headers.toArray(Header[]::new)));
        }

        private static String identity(List<Attribute> attributes) {
            return Feed.WEBHOOKS.identity(
                    attributes.get(2).value() + ":" + attributes.get(1).value());
        }
    }

    /** Entries of a ledger, keyed by their identity, so that they reach their guard without a detour. */
    static final class Ledger {

        private static final List<Fixture> FIXTURES = Fixture.of(Feed.LEDGER);

        private Ledger() {}

        static Feed.Draft write(Dice dice, String code, Instant at, boolean altered) {
            Fixture fixture = Fixture.pick(FIXTURES, dice);
            BigDecimal amount = amount(dice, 1, 5000);
            ObjectNode entry = object();
            entry.put("entry", "E-" + code);
            entry.put("type", fixture.type());
            entry.put("booked", time(at));
            entry.put("account", Integer.toString(dice.between(1000, 8999)));
            entry.put("amount", altered ? amount.negate() : amount);
            entry.put("text", new Fixture.TextTemplate(dice).fill(fixture.subject()));
            String identity = Feed.LEDGER.identity("E-" + code);
            return new Feed.Draft(
                    Feed.LEDGER,
                    identity,
                    utf8(identity),
                    bytes(entry),
                    traced(dice, new Header("content-type", utf8("application/json"))));
        }
    }
}
