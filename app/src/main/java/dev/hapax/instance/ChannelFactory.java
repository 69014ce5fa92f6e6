package dev.hapax.instance;

import dev.hapax.channel.ChannelSet;
import dev.hapax.channel.http.HttpChannel;
import dev.hapax.channel.http.HttpSettings;
import dev.hapax.channel.smtp.DkimKey;
import dev.hapax.channel.smtp.DkimSigner;
import dev.hapax.channel.smtp.MessageCheck;
import dev.hapax.channel.smtp.SmtpChannel;
import dev.hapax.channel.smtp.SmtpProbe;
import dev.hapax.channel.smtp.SmtpSettings;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.operations.OperationException;
import dev.hapax.worker.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the channels of a configuration. */
public final class ChannelFactory {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelFactory.class);
    private static final int LARGEST_RESPONSE = 1024 * 1024;

    private ChannelFactory() {}

    /** Why a channel could never send this; null if it could. */
    public static @Nullable String problem(ChannelSettings channel, byte[] artifact, String target) {
        ChannelSettings.Smtp smtp = channel.smtp();
        if (smtp != null) {
            String wrongTarget = MessageCheck.targetProblem(target);
            return wrongTarget == null ? MessageCheck.problem(artifact, smtpSettings(smtp)) : wrongTarget;
        }
        ChannelSettings.Http http = channel.http();
        if (http == null) {
            return null;
        }
        try (HttpChannel opened = new HttpChannel(httpSettings(http), tls())) {
            return opened.problem(HttpArtifact.read(artifact), target);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** How long, at most, a target can still accept what was written within a lease. */
    public static Duration longestSocketTime(DeliverySettings delivery) {
        Duration longest = Duration.ZERO;
        for (ChannelSettings channel : delivery.channels().values()) {
            ChannelSettings.Smtp smtp = channel.smtp();
            ChannelSettings.Http http = channel.http();
            Duration time = smtp != null
                    ? smtpSettings(smtp).timeouts().longest()
                    : http != null ? http.connect().plus(http.exchange()) : Duration.ZERO;
            longest = time.compareTo(longest) > 0 ? time : longest;
        }
        return longest;
    }

    /** Channels for one thread. Connects only when there is something to send. */
    public static Channel open(DeliverySettings delivery) {
        Map<String, Channel> channels = new LinkedHashMap<>();
        delivery.channels().forEach((name, channel) -> {
            ChannelSettings.Smtp smtp = channel.smtp();
            ChannelSettings.Http http = channel.http();
            if (smtp != null) {
                channels.put(name, new SmtpChannel(smtpSettings(smtp), tls(), signer(name, smtp.dkim())));
            } else if (http != null) {
                channels.put(name, new HttpChannel(httpSettings(http), tls()));
            }
        });
        return new ChannelSet(channels);
    }

    /**
     * Connects to each mail server and logs in, without sending anything.
     *
     * @throws OperationException if a server could never be used as it is configured, with the remedy
     */
    public static void probe(DeliverySettings delivery) {
        delivery.channels().forEach((name, channel) -> {
            ChannelSettings.Smtp smtp = channel.smtp();
            if (smtp == null) {
                return;
            }
            SmtpProbe.Finding found = SmtpProbe.of(smtpSettings(smtp), tls());
            switch (found.kind()) {
                case WORKS -> LOG.info("Channel {} works: {}", name, found.detail());
                case UNREACHABLE ->
                    LOG.warn("Channel {} does not work yet. Its deliveries wait: {}", name, found.detail());
                case UNFIT ->
                    throw new OperationException(
                            "delivery.channels." + name + ".smtp: " + found.detail() + ". " + found.remedy());
            }
        });
    }

    private static @Nullable DkimSigner signer(String channel, ChannelSettings.@Nullable Dkim dkim) {
        if (dkim == null) {
            return null;
        }
        String setting = "delivery.channels." + channel + ".smtp.dkim";
        DkimKey key;
        try {
            key = DkimKey.read(Files.readString(dkim.key()));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperationException(
                    setting + ".key: " + dkim.key() + " can't be used: " + e
                            + ". 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out FILE' writes a new key.",
                    e);
        }
        try {
            return new DkimSigner(dkim.domain(), dkim.selector(), key);
        } catch (IllegalArgumentException e) {
            throw new OperationException(setting + ": " + e.getMessage(), e);
        }
    }

    private static SSLContext tls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has a default SSL context", e);
        }
    }

    private static SmtpSettings smtpSettings(ChannelSettings.Smtp smtp) {
        String user = smtp.user();
        String password = smtp.password();
        ChannelSettings.Timeouts timeouts = smtp.timeouts();
        return new SmtpSettings(
                smtp.host(),
                smtp.port(),
                SmtpSettings.Security.valueOf(smtp.security().name()),
                user == null || password == null ? null : new SmtpSettings.Login(user, password),
                smtp.from(),
                smtp.verifiedDomains(),
                smtp.helo(),
                new SmtpSettings.Timeouts(
                        timeouts.connect(), timeouts.reply(), timeouts.write(), timeouts.accept(), timeouts.idle()));
    }

    private static HttpSettings httpSettings(ChannelSettings.Http http) {
        Set<Integer> success = IntStream.rangeClosed(200, 299).boxed().collect(Collectors.toUnmodifiableSet());
        List<Integer> retryOn = http.retryOn().stream().map(Integer::valueOf).toList();
        return new HttpSettings(
                http.allow(),
                success,
                Set.copyOf(retryOn),
                http.plain(),
                http.secret(),
                http.connect(),
                http.exchange(),
                LARGEST_RESPONSE);
    }
}
