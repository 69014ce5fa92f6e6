package dev.hapax.intake.mail;

import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.field.address.LenientAddressParser;
import org.jspecify.annotations.Nullable;

/** Who a mail says it is from. */
final class Sender {

    private Sender() {}

    /** The first address in the value of a From header, in lower case; null when it has none. */
    static @Nullable String address(String from) {
        List<Mailbox> mailboxes =
                LenientAddressParser.DEFAULT.parseAddressList(from).flatten();
        for (Mailbox mailbox : mailboxes) {
            String address = mailbox.getAddress();
            if (address != null && !address.isBlank()) {
                return address.toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
