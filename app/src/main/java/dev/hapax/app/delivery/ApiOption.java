package dev.hapax.app.delivery;

import dev.hapax.app.FailedException;
import dev.hapax.config.AdminSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.operations.Unreadable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a command reaches the API of an instance, and as whom. */
public final class ApiOption {

    static final String VARIABLE = "HAPAX_TOKEN";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The file with your token (default: the token in $" + VARIABLE + ").")
    private @Nullable Path tokenFile;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The address of an instance, such as https://hapax-1.example.org:8090 (default: from the"
                    + " admin section of the configuration).")
    private @Nullable URI url;

    @Option(
            names = "--sign-with-key",
            description = "In an emergency: sign here with delivery.signing-key, in the name of --as, which nobody"
                    + " checks. Whoever can read the key file can do this.")
    private boolean signWithKey;

    /** Whether to sign here, without an instance that checks who approves. */
    public boolean signsHere() {
        return signWithKey;
    }

    public ApiClient connect(Settings settings) {
        return new ApiClient(
                address(settings.admin()), token(), settings.admin().tls());
    }

    /** For what everybody may read, and with the token in the environment if there is one. */
    static ApiClient reader(Settings settings) {
        String token = Environment.ofProcess().variable(VARIABLE);
        return new ApiClient(
                configured(settings.admin()),
                token == null || token.isBlank() ? null : token.strip(),
                settings.admin().tls());
    }

    /** Whether the configuration says where an instance is. */
    static boolean hasAddress(AdminSettings admin) {
        return admin.enabled() && (admin.advertised() != null || admin.port() != 0);
    }

    private String token() {
        Path file = tokenFile;
        String token = Environment.ofProcess().variable(VARIABLE);
        if (file != null) {
            try {
                token = Files.readString(file);
            } catch (IOException e) {
                throw new IllegalArgumentException("--token-file: " + file + " can't be read: " + Unreadable.why(e), e);
            }
        }
        if (token == null || token.isBlank()) {
            throw new FailedException("approving and rejecting needs your token: set " + VARIABLE
                    + " or add --token-file FILE. 'hapax admin token NAME --roles approver' makes one. If no instance"
                    + " can be reached, --sign-with-key signs here.");
        }
        return token.strip();
    }

    private URI address(AdminSettings admin) {
        URI given = url;
        if (given != null) {
            String scheme = given.getScheme();
            if (given.getHost() == null || (!"http".equals(scheme) && !"https".equals(scheme))) {
                throw new IllegalArgumentException(
                        "--url: " + given + " must be http:// or https:// with a host, such as http://127.0.0.1:8090");
            }
            return given;
        }
        if (!hasAddress(admin)) {
            throw new IllegalArgumentException("--url: is needed, because the configuration does not say the address of"
                    + " an instance (admin.enabled, admin.port, admin.advertised)");
        }
        return configured(admin);
    }

    private static URI configured(AdminSettings admin) {
        String host = admin.listen().indexOf(':') >= 0 ? "[" + admin.listen() + "]" : admin.listen();
        String address = admin.advertised() == null ? host + ":" + admin.port() : admin.advertised();
        return URI.create((admin.tls().on() ? "https://" : "http://") + address);
    }
}
