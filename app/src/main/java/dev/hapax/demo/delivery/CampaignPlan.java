package dev.hapax.demo.delivery;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The campaign of a demo: its definition, its recipients, and who of them opts out. The same seed plans the same.
 *
 * @param addresses of the recipients
 * @param optOutsBefore those who have opted out before the campaign starts
 * @param optOutsMeanwhile those who opt out while it runs, in this order
 */
record CampaignPlan(List<String> addresses, List<String> optOutsBefore, List<String> optOutsMeanwhile) {

    static final String ID = "demo-news";

    private static final String DEFINITION = """
            id: %s
            channel: mail
            subject: "Your {{points}} points"
            text: |
              Hello,
              you have {{points}} points.
            html: |
              <p>Hello,</p><p>you have <b>{{points}}</b> points.</p>
            rate: %d/s
            """;

    /** Without kills and pauses, the campaign takes so long. */
    private static final int SECONDS = 20;

    private static final int LOWEST_RATE = 15;
    private static final List<String> DOMAINS = List.of("example.org", "example.net", "mail.example.org");

    static CampaignPlan of(long seed, int recipients) {
        Random random = new Random(seed);
        List<String> addresses = new ArrayList<>();
        List<String> before = new ArrayList<>();
        List<String> meanwhile = new ArrayList<>();
        for (int i = 0; i < recipients; i++) {
            int fate = random.nextInt(1_000);
            String local = fate < 10 ? DemoMailServer.HANGS_UP : fate < 20 ? DemoMailServer.BOUNCES : "user-";
            String address = local + i + "@" + DOMAINS.get(random.nextInt(DOMAINS.size()));
            addresses.add(address);
            if (fate >= 970) {
                meanwhile.add(address);
            } else if (fate >= 960) {
                before.add(address);
            }
        }
        return new CampaignPlan(addresses, before, meanwhile);
    }

    Path writeDefinition(Path folder) throws IOException {
        int rate = Math.max(LOWEST_RATE, addresses.size() / SECONDS);
        return Files.writeString(folder.resolve("campaign.yaml"), DEFINITION.formatted(ID, rate));
    }

    Path writeRecipients(Path folder) throws IOException {
        Path file = folder.resolve("recipients.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id,address,points\n");
            for (int i = 0; i < addresses.size(); i++) {
                out.write("s-" + i + "," + addresses.get(i) + "," + (10 + i % 90) + "\n");
            }
        }
        return file;
    }
}
