package dev.hapax.operations.campaign;

import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.nio.file.Path;

/** The settings of an application that has a mail channel. */
final class CampaignSettingsFixture {

    private static final String UNSUBSCRIBE = """
            campaign:
              unsubscribe: { url: https://example.com/u, secret: 0123456789abcdef0123456789abcdef }
            """;

    private CampaignSettingsFixture() {}

    static Settings settings() {
        return settings(UNSUBSCRIBE);
    }

    /** @param more of the configuration */
    static Settings settings(String more) {
        return SettingsFile.parse("""
                        kafka: { bootstrap.servers: "127.0.0.1:9" }
                        sources: [ { topic: in, identity: { field: /id } } ]
                        delivery:
                          signing-key: key.pem
                          channels:
                            mail: { smtp: { host: 127.0.0.1, security: plain, from: news@example.com, verified-domains: [example.com] } }
                            hook: { http: { allow: [hooks.example.com] } }
                        """ + more, "test", Path.of("."), Environment.ofProcess())
                .settings();
    }
}
