package dev.hapax.intake.mail;

import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.field.address.LenientAddressParser;
import org.jspecify.annotations.Nullable;

/** Who a mail says it is from. */
final class MailSender {

    /** Where the first address ends at the latest; the parser's time grows with the square of what it is given. */
    private static final int LONGEST_READ = 4 * 1024;

    private MailSender() {}

    /** The first address in the value of a From header, in lower case; null when it has none. */
    static @Nullable String address(String from) {
        String beginning = from.substring(0, Math.min(from.length(), LONGEST_READ));
        List<Mailbox> mailboxes =
                LenientAddressParser.DEFAULT.parseAddressList(beginning).flatten();
        for (Mailbox mailbox : mailboxes) {
            String address = mailbox.getAddress();
            if (address != null && !address.isBlank()) {
                return address.toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
