package dev.hapax.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Defines and reads the settings of deliveries. */
final class DeliveryReader {

    private static final int MIB = 1024 * 1024;

    private final SettingType<Path> path;

    /** Channels with a mistake, which is reported. */
    private final Set<String> unreadable = new HashSet<>();

    DeliveryReader(SettingType<Path> path) {
        this.path = path;
    }

    DeliverySettings read(SettingsSection section) {
        unreadable.clear();
        return new DeliverySettings(
                // In this order: a policy for a channel that can't be read is no mistake of its own.
                channels(section),
                policies(section),
                section.flag(
                        "four-eyes",
                        false,
                        "Whether somebody else than the person who staged a delivery must approve it."),
                section.duration(
                        "approval-valid", Duration.ofDays(7), "How long an approval counts. Later, nothing is sent."),
                section.optional(
                        "signing-key",
                        path,
                        "none",
                        "The file with the Ed25519 key that signs approvals and receipts. Required with `channels`. "
                                + "`hapax delivery keygen FILE` writes one."),
                section
                        .texts(
                                "trusted-keys",
                                "empty",
                                "Files with further public keys whose approvals count, such as those of other instances.")
                        .stream()
                        .map(path.parse())
                        .toList(),
                section.count(
                        "claim-batch",
                        20,
                        "Deliveries that a worker claims at once. A worker that dies strands at most as many per "
                                + "partition."),
                section.count(
                        "max-in-flight", 200, "Deliveries per partition that are due or claimed at the same time."),
                section.duration(
                        "lease",
                        Duration.ofMinutes(2),
                        "The time a worker has for the deliveries it claimed. What it did not finish in time is "
                                + "returned or stranded."),
                section.count("max-attempts", 8, "Failed attempts after which a delivery is refused."),
                section.duration("backoff", Duration.ofSeconds(30), "The wait before the second attempt. It doubles."),
                section.duration("longest-backoff", Duration.ofHours(1), "The longest wait between two attempts."),
                section.duration(
                        "longest-wait",
                        Duration.ofDays(14),
                        "The time after which a delivery expires if it was not sent. At most `60d`."),
                section.duration(
                        "retention",
                        Duration.ofDays(90),
                        "How long the ledger remembers a delivery that has ended. Staged again after that, it is a new "
                                + "delivery."),
                section.bytes("max-artifact-bytes", MIB, "The largest mail or request. At most `8MiB`."),
                section.flag(
                        "hash-suppressions",
                        false,
                        "Whether `hapax suppressions` and the API store new opt-outs as SHA-256 instead of addresses."),
                scoredBy(section.section("score", "Scores deliveries for review: low scores are listed first.")));
    }

    private static @Nullable String scoredBy(SettingsSection section) {
        return section.optional(
                "classifier",
                SettingType.TEXT,
                "none",
                "The classifier that scores staged deliveries without a score, by subject and text.");
    }

    private List<DeliverySettings.Policy> policies(SettingsSection section) {
        List<DeliverySettings.Policy> policies = new ArrayList<>();
        section.items("policies", "Approve deliveries without a person. The first that matches counts.")
                .forEach(item -> item.salvage(it -> new DeliverySettings.Policy(
                                it.required("name", "The name that approvals record."),
                                it.required("channel", "The channel of the deliveries."),
                                it.text(
                                        "staged-by",
                                        "*",
                                        "Who staged them: a name, or a prefix that ends with `*`. Records of the "
                                                + "deliveries topic are staged by `topic`.")))
                        .filter(policy -> !unreadable.contains(policy.channel()))
                        .ifPresent(policies::add));
        return policies;
    }

    private Map<String, ChannelSettings> channels(SettingsSection section) {
        Map<String, ChannelSettings> channels = new LinkedHashMap<>();
        section.named(
                        "channels",
                        null,
                        List.of(),
                        "The ways in which deliveries leave: each with either `smtp` or `http`. Without channels, "
                                + "delivery is off.")
                .forEach((name, channel) -> channel.salvage(it -> channel(name, it))
                        .ifPresentOrElse(read -> channels.put(name, read), () -> unreadable.add(name)));
        return channels;
    }

    private ChannelSettings channel(String name, SettingsSection section) {
        ChannelSettings.Smtp smtp = part(section, "smtp", "A mail server and one sender.", this::smtp);
        ChannelSettings.Http http =
                part(section, "http", "The hosts that HTTP requests may go to.", DeliveryReader::http);
        ChannelSettings.Limits limits = limits(section);
        boolean isBroken = (section.has("smtp") && smtp == null) || (section.has("http") && http == null);
        if (isBroken) {
            // What is wrong in it is reported already.
            throw new SettingException(List.of());
        }
        return new ChannelSettings(name, smtp, http, limits);
    }

    private static ChannelSettings.Limits limits(SettingsSection section) {
        return new ChannelSettings.Limits(
                section.optional(
                        "rate",
                        Rate.TYPE,
                        "no limit",
                        "Attempts through this channel: `10/s`, `600/m` or `5000/h`, all workers together."),
                section.optional(
                        "domain-rate",
                        Rate.TYPE,
                        "no limit",
                        "Attempts for each domain of a recipient, or each host of a URL."),
                section.count(
                        "daily-cap",
                        0,
                        "Attempts in a day of UTC; `0` for no limit. At least `topics.partitions`: each partition has its "
                                + "share."));
    }

    /** Null where the file does not have it. */
    private static <T> @Nullable T part(
            SettingsSection section, String key, String meaning, Function<SettingsSection, T> reader) {
        return section.has(key) || section.describing()
                ? section.section(key, meaning).salvage(reader).orElse(null)
                : null;
    }

    private ChannelSettings.Smtp smtp(SettingsSection section) {
        return new ChannelSettings.Smtp(
                section.required("host", "The name of the mail server."),
                section.count("port", 587, "Its port."),
                section.value(
                        "security",
                        SettingType.oneOf(ChannelSettings.Security.class),
                        ChannelSettings.Security.STARTTLS,
                        "`starttls`, `tls` from the first byte, or `plain`: not encrypted, only for a server on the same "
                                + "machine."),
                notEmpty(section.optional("user", SettingType.TEXT, "none", "The user name. Without it, no login.")),
                notEmpty(section.optional(
                        "password", SettingType.TEXT, "none", "The password. Use `${env:NAME}` or `${file:/path}`.")),
                section.required("from", "The envelope sender, to which bounces go."),
                section.texts("verified-domains", "empty", "The domains that may be the domain of `from`."),
                section.text("helo", "localhost", "The name by which workers introduce themselves."),
                section.section("timeouts", "Time limits for the steps of one mail.")
                        .build(DeliveryReader::timeouts),
                part(
                        section,
                        "dkim",
                        "Signs each mail for a domain. Without it, mails are sent unsigned.",
                        this::dkim));
    }

    private ChannelSettings.Dkim dkim(SettingsSection section) {
        Path key = section.optional(
                "key", path, "required", "The file with the private key in PEM, RSA or Ed25519. Only workers read it.");
        if (key == null) {
            section.errorOnce("key", "must be set: the file with the private key");
        }
        return new ChannelSettings.Dkim(
                section.required("domain", "The domain that signs: one of `verified-domains`, or one above it."),
                section.required(
                        "selector",
                        "Names the key: its public part stands in the DNS under SELECTOR._domainkey.DOMAIN."),
                key == null ? Path.of("") : key);
    }

    private static ChannelSettings.Timeouts timeouts(SettingsSection section) {
        return new ChannelSettings.Timeouts(
                section.duration("connect", Duration.ofSeconds(10), "For the connection."),
                section.duration("reply", Duration.ofSeconds(30), "For each reply except the last one."),
                section.duration("write", Duration.ofSeconds(30), "For writing the mail."),
                section.duration(
                        "accept",
                        Duration.ofMinutes(1),
                        "For the reply to the whole mail. Without it, it is stranded."),
                section.duration("idle", Duration.ofMinutes(1), "Unused connections are closed after this."));
    }

    private static ChannelSettings.Http http(SettingsSection section) {
        return new ChannelSettings.Http(
                section.texts(
                        "allow", "required", "Hosts that may be called: `hooks.example.com`, or `*.example.com`."),
                section.texts(
                        "retry-on", "empty", "Status codes after which the target has done nothing, such as `503`."),
                section.flag("plain", false, "Whether `http://` is allowed."),
                notEmpty(section.optional(
                        "secret",
                        SettingType.TEXT,
                        "none",
                        "Signs each request with HMAC-SHA-256. At least 16 characters. Use `${env:NAME}` or "
                                + "`${file:/path}`.")),
                section.duration("connect-timeout", Duration.ofSeconds(10), "For the connection."),
                section.duration("exchange-timeout", Duration.ofSeconds(30), "For the request and its response."),
                section.optional(
                        "idempotency-window",
                        SettingType.DURATION,
                        "none",
                        "How long every target of the channel ignores a repeated `Idempotency-Key`. Within it, an unknown "
                                + "outcome is retried instead of stranded. Set it an hour shorter than the target's."));
    }

    private static @Nullable String notEmpty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
