package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The trust store for connections to other instances: certificates in the own key store, and certificates signed by those.
 * Instances that share a key store, or whose stores contain the chain up to their common authority, need no more settings. The
 * name in the certificate must be the advertised one.
 */
final class PeerTrust {

    private PeerTrust() {}

    /** Null without TLS. */
    static @Nullable SSLContext of(AdminSettings.Tls tls) {
        if (tls.keyStore() == null) {
            return null;
        }
        String password = tls.keyStorePassword();
        try (InputStream file = Files.newInputStream(tls.keyStore())) {
            KeyStore own = KeyStore.getInstance(tls.keyStoreType());
            own.load(file, password == null ? null : password.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(certificatesOf(own));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "admin.tls.key-store: " + tls.keyStore() + " cannot be read as " + tls.keyStoreType() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private static KeyStore certificatesOf(KeyStore own) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        for (String alias : Collections.list(own.aliases())) {
            Certificate[] chain = own.getCertificateChain(alias);
            Certificate[] certificates = chain == null ? new Certificate[] {own.getCertificate(alias)} : chain;
            for (int i = 0; i < certificates.length; i++) {
                trusted.setCertificateEntry(alias + "-" + i, certificates[i]);
            }
        }
        return trusted;
    }
}
