package dev.hapax.bench.contender;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The campaigns that every contender sends: a mail of about {@link BenchMail#BYTES}, with a value of each recipient. */
public final class BenchCampaign {

    private static final String CONFIG = """
            application-id: %1$s
            kafka: { bootstrap.servers: "%2$s" }
            topics: { prefix: %1$s., partitions: %3$d }
            sources: [{ topic: %1$s.in, identity: { field: /id } }]
            delivery:
              signing-key: signing.pem
              channels:
                mail:
                  smtp:
                    host: 127.0.0.1
                    port: %4$d
                    security: plain
                    from: %5$s
                    verified-domains: [%6$s]
              lease: %7$s
            campaign:
              unsubscribe: { url: "https://news.example.com/u", secret: 0123456789abcdef0123456789abcdef }
            instance: { state-dir: state }
            admin: { enabled: false }
            """;

    private static final String LINE = "  The quick brown fox jumps over the lazy dog, and it is not amused at all.\n";

    private BenchCampaign() {}

    /** What a configuration is for. */
    public record Setting(String application, String bootstrap, int partitions, int smtpPort, String lease) {}

    public static Path writeConfig(Path folder, Setting setting) throws IOException {
        Files.createDirectories(folder);
        String text = CONFIG.formatted(
                setting.application(),
                setting.bootstrap(),
                setting.partitions(),
                setting.smtpPort(),
                BenchMail.FROM,
                BenchMail.DOMAIN,
                setting.lease());
        return Files.writeString(folder.resolve("hapax.yaml"), text);
    }

    public static Path writeDefinition(Path folder, String id) throws IOException {
        StringBuilder text =
                new StringBuilder("id: " + id + "\nchannel: mail\nsubject: \"News {{number}}\"\ntext: |\n");
        text.append("  Dear customer {{number}},\n");
        while (text.length() < BenchMail.BYTES) {
            text.append(LINE);
        }
        return Files.writeString(folder.resolve(id + ".yaml"), text);
    }

    public static String address(String campaign, long number) {
        return campaign + "-" + number + "@example.org";
    }

    public static Path writeRecipients(Path folder, String campaign, long count) throws IOException {
        Path file = folder.resolve(campaign + ".csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id,address,number\n");
            for (long i = 0; i < count; i++) {
                out.write(i + "," + address(campaign, i) + "," + i + "\n");
            }
        }
        return file;
    }
}
