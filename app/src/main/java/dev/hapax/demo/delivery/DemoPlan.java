package dev.hapax.demo.delivery;

import dev.hapax.delivery.HttpArtifact;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** The deliveries of a demo: where each comes from, where it goes, and what becomes of it. The same seed plans the same. */
record DemoPlan(List<Staging> stagings) {

    /** The rules that turn messages into deliveries; needs the port of the HTTP target. */
    static final String RULES = """
            version: 1
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            templates:
              invoice:
                subject: "Your invoice {{number}}"
                text: |
                  Dear {{name}},
                  invoice {{number}} over {{amount}} EUR is ready.
                html: |
                  <p>Dear {{name}},</p><p>invoice <b>{{number}}</b> over {{amount}} EUR is ready.</p>
              order:
                headers: { content-type: application/json }
                body: '{"order": "{{number}}", "customer": "{{name}}"}'
            rules:
              - id: invoice.ready
                label: invoice
                when: { conditions: ["kind == invoice"] }
                deliver: { channel: mail, to: "{{email}}", id: "demo:{{number}}", template: invoice }
              - id: offer.made
                label: offer
                when: { conditions: ["kind == offer"] }
                deliver: { channel: mail, to: "{{email}}", id: "demo:{{number}}", template: invoice, approval: person }
              - id: order.shipped
                label: order
                when: { conditions: ["kind == order"] }
                deliver:
                  { channel: hooks, to: "http://localhost:%d/{{path}}", id: "demo:{{number}}", template: order }
            """;

    private static final int EVERY_FILE = 100;

    /** Who hands a delivery in. */
    enum Origin {
        /** A rule, for a message of a source. */
        RULE,
        /** A person's program. */
        API,
        /** A person, with the command line. */
        FILE,
        /** Any program, through the deliveries topic. */
        TOPIC
    }

    /**
     * A delivery to be.
     *
     * @param message what leads to it by rule, as JSON
     * @param artifact what leads to it otherwise
     * @param optedOut whether its recipient wants nothing
     * @param rejected whether a person rejects it
     */
    record Staging(
            String id,
            Origin origin,
            String channel,
            String target,
            String message,
            byte[] artifact,
            boolean optedOut,
            boolean rejected) {}

    static DemoPlan of(long seed, int count, int hookPort) {
        Random random = new Random(seed);
        List<Staging> stagings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stagings.add(staging(i, random, hookPort));
        }
        return new DemoPlan(stagings);
    }

    private static Staging staging(int number, Random random, int hookPort) {
        int drawn = random.nextInt(100);
        Origin origin = drawn < 40 ? Origin.RULE : drawn < 60 ? Origin.API : Origin.TOPIC;
        // A few: each is a command of its own.
        origin = number % EVERY_FILE == 7 ? Origin.FILE : origin;
        boolean handedIn = origin == Origin.API || origin == Origin.FILE;
        boolean mail = handedIn || random.nextInt(100) < 65;
        boolean person = handedIn || (origin == Origin.RULE && mail && random.nextInt(100) < 20);
        int fate = random.nextInt(100);
        boolean hangsUp = fate < 3 && !person;
        boolean bounces = mail && !hangsUp && fate < 6;
        boolean optedOut = mail && fate >= 6 && fate < 12;
        boolean rejected = person && !optedOut && random.nextInt(100) < 30;
        String id = "demo:" + number;
        String local = (hangsUp ? DemoMailServer.HANGS_UP : bounces ? DemoMailServer.BOUNCES : "user-") + number;
        String path = hangsUp ? DemoHookServer.HANGS_UP : "hook";
        String address = local + "@example.org";
        String url = "http://localhost:" + hookPort + "/" + path;
        String kind = mail ? person ? "offer" : "invoice" : "order";
        return new Staging(
                id,
                origin,
                mail ? "mail" : "hooks",
                mail ? address : url,
                "{\"id\":\"%s-%d\",\"kind\":\"%s\",\"number\":%d,\"name\":\"Ann\",\"amount\":%d.50,\"email\":\"%s\",\"path\":\"%s\"}"
                        .formatted(kind, number, kind, number, 10 + number, address, path),
                mail ? mail(number) : hook(id, url),
                optedOut,
                rejected);
    }

    private static byte[] hook(String id, String url) {
        byte[] body = ("{\"delivery\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
        return new HttpArtifact("POST", url, Map.of("content-type", "application/json"), body).toBytes();
    }

    private static byte[] mail(int number) {
        return ("From: News <news@example.com>\r\nMessage-ID: <demo-" + number + "@example.com>\r\nSubject: News "
                        + number + "\r\n\r\nHello.\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Every other delivery. */
    DemoPlan half(int which) {
        List<Staging> half = new ArrayList<>();
        for (int i = which; i < stagings.size(); i += 2) {
            half.add(stagings.get(i));
        }
        return new DemoPlan(half);
    }

    List<Staging> by(Origin origin) {
        return stagings.stream().filter(staging -> staging.origin() == origin).toList();
    }

    List<String> optedOut() {
        return stagings.stream().filter(Staging::optedOut).map(Staging::target).toList();
    }

    Set<String> rejected() {
        return stagings.stream().filter(Staging::rejected).map(Staging::id).collect(Collectors.toUnmodifiableSet());
    }
}
