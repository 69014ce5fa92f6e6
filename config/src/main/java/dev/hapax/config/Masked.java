package dev.hapax.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** What is shown of a value that may be a secret: nothing. */
final class Masked {

    static final String MASK = "***";

    /** What needs a token is no secret. */
    private static final Pattern KEY = Pattern.compile(
            "password|passwd|passphrase|secret|(?<!^require-|[.]require-)token|jaas|credential|api[-_.]?key|private[-_.]?key|access[-_.]?key"
                    + "|keystore\\.key|basic\\.auth\\.user\\.info");
    /** Credentials in a URL, or in a login module's settings put under a misspelled key. */
    private static final Pattern VALUE =
            Pattern.compile("://[^/@\\s]*:[^/@\\s]*@|(?i)\\b(password|secret)\\s*=|PRIVATE KEY");

    private Masked() {}

    static boolean isSecret(String key, String value) {
        return KEY.matcher(key.toLowerCase(Locale.ROOT)).find()
                || VALUE.matcher(value).find();
    }
}
