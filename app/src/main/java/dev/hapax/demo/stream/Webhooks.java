package dev.hapax.demo.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What deployment, monitoring and on-call tools send: CloudEvents, structured by some, binary by others. */
final class Webhooks {

    private static final List<Scene> SCENES = List.of(
            new Scene(26, "deploy.succeeded", "{service} {version} is live", "info"),
            new Scene(3, "deploy.failed", "Rollout of {service} {version} aborted", "error"),
            new Scene(18, "push", "{name} pushed to {service}", "info"),
            new Scene(20, "check.passed", "{service} answers from {city}", "info"),
            new Scene(5, "service.down", "{service} does not answer from {city}", "critical"),
            new Scene(2, "alert.firing", "Error rate above threshold on {service} ({number} a minute)", "critical"),
            new Scene(2, "alert.firing", "Temperature of the rack of {host}", "critical"),
            new Scene(1, "alert.firing", "Disk full on {host}", "critical"),
            new Scene(8, "alert.resolved", "Error rate of {service}", "info"),
            new Scene(8, "rota.shift_started", "{name} is on call", "info"),
            new Scene(4, "maintenance.announced", "Scheduled maintenance of {host}", "info"),
            new Scene(1, "vulnerability.found", "A dependency of {service} needs an update", "warning"),
            new Scene(1, "certificate.expiring", "{service}.example.com in {number} hours", "warning"),
            new Scene(1, "user.mfa_disabled", "{name}", "warning"));

    private Webhooks() {}

    static Draft write(Dice dice, String code, Instant at, boolean altered) {
        Scene scene = Scene.pick(SCENES, dice);
        TextTemplate words = new TextTemplate(dice);
        List<Attribute> attributes = attributes(scene, words, code, at);
        ObjectNode data = JsonAuthor.object();
        data.put("severity", scene.body());
        data.put("attempt", altered ? 2 : 1);
        data.put("message", words.fill("Seen by {host}: " + scene.subject()));
        return dice.chance(0.5) ? structured(dice, attributes, data) : binary(dice, attributes, data);
    }

    /** One attribute of an event. */
    record Attribute(String name, String value) {}

    static List<Attribute> attributes(Scene scene, TextTemplate words, String code, Instant at) {
        return List.of(
                new Attribute("specversion", "1.0"),
                new Attribute("id", "evt-" + code),
                new Attribute("source", words.fill("https://hooks.example.org/{service}")),
                new Attribute("type", scene.type()),
                new Attribute("subject", words.fill(scene.subject())),
                new Attribute("time", JsonAuthor.time(at)));
    }

    static Draft structured(Dice dice, List<Attribute> attributes, ObjectNode data) {
        ObjectNode event = JsonAuthor.object();
        attributes.forEach(attribute -> event.put(attribute.name(), attribute.value()));
        event.set("data", data);
        Header type = new Header("content-type", JsonAuthor.utf8("application/cloudevents+json; charset=utf-8"));
        return new Draft(
                Feed.WEBHOOKS, identity(attributes), null, JsonAuthor.bytes(event), JsonAuthor.traced(dice, type));
    }

    static Draft binary(Dice dice, List<Attribute> attributes, ObjectNode data) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("content-type", JsonAuthor.utf8("application/json")));
        attributes.forEach(
                attribute -> headers.add(new Header("ce_" + attribute.name(), JsonAuthor.utf8(attribute.value()))));
        return new Draft(
                Feed.WEBHOOKS,
                identity(attributes),
                null,
                JsonAuthor.bytes(data),
                JsonAuthor.traced(dice, headers.toArray(Header[]::new)));
    }

    private static String identity(List<Attribute> attributes) {
        return Feed.WEBHOOKS.identity(
                attributes.get(2).value() + ":" + attributes.get(1).value());
    }
}
