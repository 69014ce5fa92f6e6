package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Good messages with random damage: each arrives or is refused for a reason of its own, and none is a defect of ours. */
class IntakeFuzzTest {

    private static final int ROUNDS = 3_000;
    private static final String SIGNS = "{}[]\":,\\ \n\r\t=?<>&;-()@0";

    private static final List<String> JSON = List.of(
            "{\"id\":\"a-1\",\"amount\":12.50,\"tags\":[\"x\",{\"y\":null}],\"ok\":true,\"text\":\"\\u00e4\\ud83d\\ude00\"}",
            "[1,-0.5e-3,\"\",{},[],{\"id\":{\"deep\":[[[[1]]]]}}]");

    private static final List<String> EVENTS = List.of(
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":{\"amount\":1}}",
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data_base64\":\"AAEC\"}");

    private static final List<String> MAILS = List.of("""
            From a@b.c Thu Aug 22
            From: =?UTF-8?Q?J=C3=B6?= <j@b.c>
            To: "x, y" <x@y.z>, Team: a@b.c;
            Subject: =?iso-8859-1?B?5A==?=
             folded
            Message-ID: <1@b.c>
            Date: Thu, 22 Aug 2002 14:54:40 +0000
            Content-Type: multipart/mixed; boundary="m"

            --m
            Content-Type: multipart/alternative; boundary=a

            --a
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            a=C3=A4=
            --a
            Content-Type: text/html

            <p>x&amp;<script>1</script>&#228;<!-- c --></p>
            --a--
            --m
            Content-Type: image/png
            Content-Disposition: attachment
            Content-Transfer-Encoding: base64

            AAEC
            --m
            Content-Type: message/rfc822

            Subject: inner

            x
            --m--
            """);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSurviveDamagedJson(long seed) throws RefusedException {
        attack(GivenSource.json("/id").classifiedBy("id", "amount", "/tags/1/y", "text"), JSON, List.of(), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSurviveDamagedEvents(long seed) throws RefusedException {
        GivenSource source = GivenSource.of("cloudevents", new IdentitySettings.Template("{source}:{id}"))
                .classifiedBy("type", "amount", "/amount", "subject");

        attack(source, EVENTS, List.of(new Header("content-type", bytes("application/cloudevents+json"))), seed);
        attack(
                source,
                JSON,
                List.of(
                        new Header("content-type", bytes("application/json")),
                        new Header("ce_specversion", bytes("1.0")),
                        new Header("ce_id", bytes("1")),
                        new Header("ce_source", bytes("/s")),
                        new Header("ce_type", bytes("t"))),
                seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSurviveDamagedMail(long seed) throws RefusedException {
        GivenSource source = GivenSource.of("rfc822", new IdentitySettings.Field("message-id"))
                .classifiedBy("from", "to", "subject", "sender", "sender-domain", "body");

        attack(source, MAILS, List.of(), seed);
    }

    private static void attack(GivenSource source, List<String> samples, List<Header> headers, long seed)
            throws RefusedException {
        SourceReader reader = source.reader();
        Random random = new Random(seed);
        int arrived = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] value = damaged(bytes(samples.get(random.nextInt(samples.size()))), random);
            Message message = new Message(GivenSource.AT, 1, null, value, damaged(headers, random));

            Intake intake = reader.read(message, 0, 0);

            if (intake instanceof Outcome.Refused refused) {
                assertThat(refused.refusal().reason())
                        .as("seed %d, round %d: %s", seed, round, refused)
                        .isNotEqualTo(Reason.INTERNAL);
            } else if (intake instanceof Intake.Arrived first) {
                arrived++;
                assertThat(reader.read(message, 0, 0))
                        .isInstanceOfSatisfying(
                                Intake.Arrived.class,
                                again -> assertThat(again.arrival()).isEqualTo(first.arrival()));
                assertThat(said(Objects.requireNonNull(first.content()))).isEqualTo(said(reader.content(message)));
            }
            assertThat(show(reader, message))
                    .as("seed %d, round %d", seed, round)
                    .isNotEqualTo(Reason.INTERNAL);
        }
        assertThat(arrived).as("some damage is harmless; seed %d", seed).isBetween(1, ROUNDS - 1);
    }

    private static List<String> said(Content content) {
        return Stream.of("id", "type", "from", "to", "subject", "body", "sender", "sender-domain", "amount", "/amount")
                .map(name -> String.valueOf(content.get(name)))
                .toList();
    }

    /** The reason why the classifier cannot be shown the message; null when it can. */
    private static @Nullable Reason show(SourceReader reader, Message message) {
        try {
            Content content = reader.content(message);
            said(content);
            return null;
        } catch (RefusedException e) {
            return e.reason();
        }
    }

    private static byte @Nullable [] damaged(byte[] good, Random random) {
        if (random.nextInt(200) == 0) {
            return null;
        }
        byte[] value = good;
        for (int i = random.nextInt(4); i >= 0; i--) {
            value = damagedOnce(value, random);
        }
        return value;
    }

    private static byte[] damagedOnce(byte[] value, Random random) {
        if (value.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(value.length);
        int length = random.nextInt(Math.min(20, value.length - at) + 1);
        return switch (random.nextInt(6)) {
            case 0 -> replaced(value, at, (byte) random.nextInt());
            case 1 -> replaced(value, at, (byte) SIGNS.charAt(random.nextInt(SIGNS.length())));
            case 2 -> Arrays.copyOf(value, at);
            case 3 -> joined(value, 0, at, value, at + length);
            case 4 -> joined(value, 0, at + length, value, at);
            default -> joined(value, 0, at, value, random.nextInt(value.length));
        };
    }

    private static byte[] replaced(byte[] value, int at, byte with) {
        byte[] copy = value.clone();
        copy[at] = with;
        return copy;
    }

    private static byte[] joined(byte[] front, int from, int to, byte[] back, int backFrom) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(front, from, to - from);
        out.write(back, backFrom, back.length - backFrom);
        return out.toByteArray();
    }

    private static List<Header> damaged(List<Header> good, Random random) {
        if (good.isEmpty() || random.nextInt(4) != 0) {
            return good;
        }
        List<Header> headers = new ArrayList<>(good);
        int at = random.nextInt(headers.size());
        Header header = headers.get(at);
        byte[] value = header.value();
        switch (random.nextInt(4)) {
            case 0 -> headers.remove(at);
            case 1 -> headers.set(at, new Header(header.name(), null));
            case 2 -> headers.add(new Header(header.name(), new byte[0]));
            default -> headers.set(at, new Header(header.name(), value == null ? null : damagedOnce(value, random)));
        }
        return headers;
    }
}
