package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.bytes;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hapax.channel.Deliveries;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel.Sent;
import dev.hapax.worker.DueDelivery;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.SignatureRecord;
import org.apache.james.jdkim.exceptions.FailException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures, verified by somebody else's code on what a server has received. */
class DkimTest {

    private static final String ANN = "ann@example.org";
    private static KeyPair keys;
    private static DkimSigner signer;

    @BeforeAll
    static void generate() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        keys = generator.generateKeyPair();
        signer = new DkimSigner(
                "example.com",
                "2026a",
                DkimKey.read(pem("PRIVATE KEY", keys.getPrivate().getEncoded())));
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + type
                + "-----\n";
    }

    /** @return the signatures that hold */
    private static List<SignatureRecord> verify(byte[] message) throws Exception {
        String record = "v=DKIM1; k=rsa; p="
                + Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
        return new DKIMVerifier((methods, selector, token) -> {
                    assertThat(selector + "." + token).isEqualTo("2026a.example.com");
                    return List.of(record);
                })
                .verify(new ByteArrayInputStream(message));
    }

    @Test
    void shouldSignInFrontOfTheApprovedBytes() throws Exception {
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(CERTIFICATES.server());
                SmtpChannel channel = new SmtpChannel(
                        SmtpFixture.settings(server.port(), Security.STARTTLS, null, patient()),
                        CERTIFICATES.client(),
                        signer)) {
            Sent sent = channel.send(Deliveries.to(ANN, MESSAGE), Deliveries.lease());

            byte[] received = server.accepted.get(0).message();
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(verify(received)).hasSize(1);
            assertThat(Arrays.copyOfRange(received, received.length - MESSAGE.length, received.length))
                    .isEqualTo(MESSAGE);
            assertThat(server.accepted.get(0).mail()).contains(" SIZE=" + received.length + " ENVID=");
            assertThat(sent.evidence())
                    .contains("DKIM rsa-sha256 d=example.com s=2026a, SHA-256 as sent " + DueDelivery.sha256(received));
        }
    }

    @Test
    void shouldHoldOnAServerThatAddsHeaders() throws Exception {
        GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
        mail.start();
        try (SmtpChannel channel = new SmtpChannel(
                SmtpFixture.settings(mail.getSmtp().getPort(), Security.PLAIN, null, patient()),
                CERTIFICATES.client(),
                signer)) {
            assertThat(channel.send(Deliveries.to(ANN, MESSAGE), Deliveries.lease())
                            .result())
                    .isEqualTo(Result.SENT);

            ByteArrayOutputStream received = new ByteArrayOutputStream();
            mail.getReceivedMessages()[0].writeTo(received);
            assertThat(verify(received.toByteArray())).hasSize(1);
        } finally {
            mail.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: a@example.com\n\nno more\n\n\n\n",
                "From: a@example.com\n\n\n\n  \t \n begins late\t \n",
                "From: a@example.com\nSubject:\n\nHi\n",
                "From:\n\ta@example.com\nsubject : folded\n  twice \t \n\tand more\n\nBody  with \t spaces \n",
                """
                From: a@example.com
                List-Unsubscribe: <https://example.com/u/1>
                List-Unsubscribe-Post: List-Unsubscribe=One-Click
                References: <a>
                References: <b>

                Hi
                """,
                "From: a@example.com\nX-Other: a header that is not signed\n\nGrüße\u00a0\n",
                "From: a@example.com\n\n.\n..\n.dots\n"
            })
    void shouldHoldForEveryShapeOfMail(String text) throws Exception {
        byte[] signed = signer.sign(bytes(text));

        assertThat(verify(signed)).hasSize(1);
        assertThat(signer.sign(bytes(text))).as("signed again").isEqualTo(signed);
        assertThat(MessageCheck.changedBySmtp(signed)).isNull();
    }

    /** The verifier takes an empty body for a line break, unlike section 3.4.4 of RFC 6376, which has this hash. */
    @ParameterizedTest
    @ValueSource(strings = {"From: a@example.com\n", "From: a@example.com\n\n", "From: a@example.com\n\n \n\n"})
    void shouldHashAnEmptyBodyAsTheStandardDoes(String text) {
        assertThat(new String(signer.sign(bytes(text)), StandardCharsets.UTF_8))
                .contains("bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;");
    }

    @Test
    void shouldNotHoldForAnyOtherMail() {
        String signed = new String(signer.sign(MESSAGE), StandardCharsets.UTF_8);

        for (String changed : List.of(
                signed.replace("the end", "the start"),
                signed.replace("Subject:  two", "Subject: three"),
                signed.replace("From: billing@", "From: eve@example.org\r\nFrom: billing@"),
                signed.replace("Date:", "Reply-To: eve@example.org\r\nDate:"),
                signed + "more\r\n")) {
            assertThat(changed).isNotEqualTo(signed);
            assertThatThrownBy(() -> verify(changed.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(FailException.class);
        }
    }

    @Test
    void shouldSignWithEd25519() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        DkimKey key = DkimKey.read(pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        byte[] bytes = {1, 2, 3};

        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(pair.getPublic());
        verifier.update(MessageDigest.getInstance("SHA-256").digest(bytes));
        assertThat(verifier.verify(key.sign(bytes))).isTrue();
        assertThat(new String(new DkimSigner("example.com", "e", key).sign(MESSAGE), StandardCharsets.UTF_8))
                .startsWith("DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.com;\r\n\ts=e; h=")
                .doesNotContain(" t=");
    }

    @Test
    void shouldReadAKeyAsOldToolsWriteIt() throws Exception {
        byte[] pkcs8 = keys.getPrivate().getEncoded();
        // What is behind the algorithm: the key itself, with two lengths of three bytes before it.
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 26, pkcs8.length);

        DkimKey key = DkimKey.read(pem("RSA PRIVATE KEY", pkcs1));

        assertThat(verify(new DkimSigner("example.com", "2026A", key).sign(MESSAGE)))
                .hasSize(1);
    }

    @Test
    void shouldRefuseWhatIsNoKeyForMails() throws Exception {
        KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
        small.initialize(768);
        String weak = pem("PRIVATE KEY", small.generateKeyPair().getPrivate().getEncoded());
        String other = pem(
                "PRIVATE KEY",
                KeyPairGenerator.getInstance("EC")
                        .generateKeyPair()
                        .getPrivate()
                        .getEncoded());
        DkimKey key = DkimKey.read(pem("PRIVATE KEY", keys.getPrivate().getEncoded()));

        assertThatThrownBy(() -> DkimKey.read(weak)).hasMessageContaining("768 bits is too short");
        assertThatThrownBy(() -> DkimKey.read(other)).hasMessageContaining("neither an RSA nor an Ed25519");
        assertThatThrownBy(() -> DkimKey.read("secret")).hasMessageContaining("-----BEGIN PRIVATE KEY-----");
        assertThatThrownBy(() -> new DkimSigner("example.com", "a b", key)).hasMessageContaining("selector");
        assertThatThrownBy(() -> new DkimSigner("exa mple", "a", key)).hasMessageContaining("is no domain");
    }
}
