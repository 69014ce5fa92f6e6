package dev.hapax.bench.jmh;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.SigningKey;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A signature and its check, as receipts and approvals have them, and the same by the JDK. */
@State(Scope.Thread)
public class SigningBenchmark {

    private static final String ID = "invoice:42";

    private final SigningKey key = SigningKey.read(SigningKey.generate());
    private final Approval approval = Approval.byPolicy("all", "0".repeat(64), "ann@example.org", 1, 2);
    private final Approval signed = approval.signed(ID, key);
    private final byte[] text = new byte[200];
    private final KeyPair pair = newPair();
    private final byte[] signature = new byte[64];

    private static KeyPair newPair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform since 15 has Ed25519", e);
        }
    }

    @Setup
    public void signOnce() throws GeneralSecurityException {
        System.arraycopy(signWithJdk(), 0, signature, 0, signature.length);
    }

    @Benchmark
    public Approval sign() {
        return approval.signed(ID, key);
    }

    @Benchmark
    public boolean verify() {
        return signed.isSignedFor(ID, key.trusted());
    }

    @Benchmark
    public byte[] signWithJdk() throws GeneralSecurityException {
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(text);
        return signer.sign();
    }

    @Benchmark
    public boolean verifyWithJdk() throws GeneralSecurityException {
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(pair.getPublic());
        verifier.update(text);
        return verifier.verify(signature);
    }
}
