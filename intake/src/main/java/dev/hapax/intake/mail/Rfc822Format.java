package dev.hapax.intake.mail;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

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

    /** Reads messages whose value is a mail. */
    static final class MailReader implements FormatReader {

        /** What a mail keeps from delivery to delivery. */
        private static final List<String> LASTING = List.of("subject", "from", "to", "date", "message-id");

        private final Set<String> wanted;
        private final Set<String> wantedOrLasting;
        private final ReadLimits limits;

        MailReader(Set<String> fields, ReadLimits limits) {
            this.wanted =
                    fields.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(toUnmodifiableSet());
            this.wantedOrLasting =
                    Stream.concat(wanted.stream(), LASTING.stream()).collect(toUnmodifiableSet());
            this.limits = limits;
        }

        @Override
        public Content read(Message message) throws RefusedException {
            byte[] value = message.value();
            return value == null ? Content.TOMBSTONE : MailParser.parse(value, wanted, limits, null);
        }

        @Override
        public Fingerprint digest(Message message) throws RefusedException {
            return readWhole(message).digest();
        }

        @Override
        public Whole readWhole(Message message) throws RefusedException {
            byte[] value = message.value();
            if (value == null) {
                return Whole.TOMBSTONE;
            }
            CanonicalBytes form = new CanonicalBytes();
            Mail mail = MailParser.parse(value, wantedOrLasting, limits, form);
            for (String header : LASTING) {
                form.value(mail.get(header));
            }
            return new Whole(mail, form.hashSince(0));
        }
    }
}
