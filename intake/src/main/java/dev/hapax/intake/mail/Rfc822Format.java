package dev.hapax.intake.mail;

import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Set;

/**
 * Messages that are mails (RFC 5322 and MIME). A field is the name of a header, whatever its case, or {@code body} (the text a
 * person would read), {@code sender} (the address in From, lower case) or {@code sender-domain}. Of a header that repeats, the
 * first counts.
 *
 * <p>The digest of a mail is over its decoded Subject, From, To, Date and Message-ID, and every body part as decoded: text as
 * text, whatever its charset and line ends, anything else as bytes. Received, Return-Path and the other headers that each
 * delivery writes anew do not matter, so the same mail delivered twice is the same.
 */
public final class Rfc822Format implements Format {

    @Override
    public String name() {
        return "rfc822";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        for (String field : fields) {
            if (!HeaderLines.isName(field)) {
                throw new IllegalArgumentException("field '" + field
                        + "' cannot be in a mail; name a header such as subject, or body, sender, sender-domain");
            }
        }
        return new MailReader(fields, limits);
    }

    @Override
    public boolean textOnly() {
        return true;
    }
}
