package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.smtp.SmtpFault.Kind;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every phase of a mail × everything that a server can do wrong in it. */
@Execution(ExecutionMode.CONCURRENT) // many wait until the channel gives up
class SmtpFaultsTest {

    private static final List<SmtpFault> UNREADABLE = List.of(
            SmtpFault.of(Kind.CLOSE),
            SmtpFault.of(Kind.RESET),
            SmtpFault.of(Kind.SILENCE),
            SmtpFault.of(Kind.DRIP),
            SmtpFault.reply("HTTP/1.1 200 OK"),
            SmtpFault.reply("2"),
            SmtpFault.reply("+25 ok"),
            SmtpFault.reply("2500 ok"),
            SmtpFault.reply("250-ok\r\n550 not ok"),
            SmtpFault.reply("150 wait"),
            SmtpFault.reply("354 go on"));

    private static final SmtpFault TEMPORARY = SmtpFault.reply("451 4.3.0 later");
    private static final SmtpFault CLOSING = SmtpFault.reply("421 4.3.2 shutting down");
    private static final SmtpFault PERMANENT = SmtpFault.reply("550 5.1.1 no such user");
    private static final SmtpFault PERMANENT_LINES = SmtpFault.reply("554-5.7.1 no\r\n554 5.7.1 really");

    /** The first connection of a process is slow: classes are loaded, and the seed of random numbers is read. */
    @BeforeAll
    static void warmUp() throws Exception {
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(SmtpFixture.CERTIFICATES.server());
                SmtpChannel channel = SmtpFixture.channel(server, SmtpFixture.patient())) {
            Sent sent = channel.send(Deliveries.to("ann@example.org", MESSAGE), Deliveries.lease());
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
        }
    }

    @ParameterizedTest(name = "{0}: {1} is {2}")
    @MethodSource("faults")
    void shouldReportResultOfFault(Phase phase, SmtpFault fault, Result expected) throws Exception {
        boolean waits = Set.of(Kind.SILENCE, Kind.DRIP).contains(fault.kind());
        byte[] message = phase == Phase.BODY ? large() : MESSAGE;
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(SmtpFixture.CERTIFICATES.server());
                SmtpChannel channel =
                        SmtpFixture.channel(server, waits ? SmtpFixture.impatientIn(phase) : SmtpFixture.patient())) {
            server.on(phase, fault);

            Sent sent = channel.send(Deliveries.to("ann@example.org", message), Deliveries.lease());

            assertThat(server.fired).as("the fault happened").containsExactly(phase + " " + fault);
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(expected);
            assertThat(server.accepted).hasSize(fault.accepts() ? 1 : 0);
            assertThat(sent.evidence()).doesNotContain("\n").doesNotContain("\r");
        }
    }

    @ParameterizedTest(name = "{0}: {1} is {2}")
    @MethodSource("faultsOfAMail")
    void shouldReportTheSameResultWithPipelining(Phase phase, SmtpFault fault, Result expected) throws Exception {
        boolean waits = Set.of(Kind.SILENCE, Kind.DRIP).contains(fault.kind());
        byte[] message = phase == Phase.BODY ? large() : MESSAGE;
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(SmtpFixture.CERTIFICATES.server())
                        .offering("AUTH PLAIN LOGIN", "PIPELINING");
                SmtpChannel channel =
                        SmtpFixture.channel(server, waits ? SmtpFixture.impatientIn(phase) : SmtpFixture.patient())) {
            server.on(phase, fault);

            Sent sent = channel.send(Deliveries.to("ann@example.org", message), Deliveries.lease());

            assertThat(server.fired).as("the fault happened").containsExactly(phase + " " + fault);
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(expected);
            assertThat(server.accepted).hasSize(fault.accepts() ? 1 : 0);

            server.repaired();
            Sent next = channel.send(Deliveries.to("bob@example.org", MESSAGE), Deliveries.lease());
            assertThat(next.result()).as("the next mail: %s", next.evidence()).isEqualTo(Result.SENT);
            assertThat(server.accepted.get(server.accepted.size() - 1).rcpt()).contains("bob@example.org");
        }
    }

    static Stream<Arguments> faultsOfAMail() {
        Set<Phase> phases = Set.of(Phase.MAIL, Phase.RCPT, Phase.DATA, Phase.BODY, Phase.DOT);
        return faults().filter(fault -> phases.contains((Phase) fault.get()[0]));
    }

    static Stream<Arguments> faults() {
        List<Arguments> faults = new ArrayList<>();
        for (Phase phase : List.of(Phase.GREETING, Phase.EHLO, Phase.STARTTLS, Phase.AUTH)) {
            // The server refuses this machine, not the mail.
            add(faults, phase, Result.RETURNED, List.of(PERMANENT, PERMANENT_LINES));
            add(faults, phase, Result.NOT_SENT, List.of(TEMPORARY, CLOSING));
            add(faults, phase, Result.NOT_SENT, phase == Phase.AUTH ? UNREADABLE.subList(0, 9) : UNREADABLE);
        }
        add(faults, Phase.AUTH, Result.RETURNED, List.of(SmtpFault.reply("535 5.7.8 wrong password")));
        for (Phase phase : List.of(Phase.MAIL, Phase.RCPT, Phase.DATA)) {
            add(faults, phase, Result.REFUSED, List.of(PERMANENT, PERMANENT_LINES));
            add(faults, phase, Result.NOT_SENT, List.of(TEMPORARY, CLOSING));
            add(faults, phase, Result.NOT_SENT, phase == Phase.DATA ? UNREADABLE.subList(0, 10) : UNREADABLE);
            add(faults, phase, Result.RETURNED, List.of(SmtpFault.reply("530 5.7.0 authentication required")));
        }
        add(faults, Phase.DATA, Result.NOT_SENT, List.of(SmtpFault.reply("250 what for?")));
        add(
                faults,
                Phase.BODY,
                Result.NOT_SENT,
                List.of(SmtpFault.of(Kind.CLOSE), SmtpFault.of(Kind.RESET), SmtpFault.of(Kind.SILENCE)));
        add(faults, Phase.DOT, Result.NOT_SENT, List.of(TEMPORARY, CLOSING));
        add(faults, Phase.DOT, Result.REFUSED, List.of(PERMANENT, PERMANENT_LINES));
        add(faults, Phase.DOT, Result.UNKNOWN, UNREADABLE);
        add(
                faults,
                Phase.DOT,
                Result.UNKNOWN,
                UNREADABLE.stream().map(SmtpFault::afterAccepting).toList());
        for (String acceptance : List.of("250 ok", "251 forwarded", "200 ok", "252-ok\r\n252 queued", "250")) {
            add(
                    faults,
                    Phase.DOT,
                    Result.SENT,
                    List.of(SmtpFault.reply(acceptance).afterAccepting()));
        }
        return faults.stream();
    }

    private static void add(List<Arguments> faults, Phase phase, Result expected, List<SmtpFault> some) {
        some.forEach(fault -> faults.add(Arguments.of(phase, fault, expected)));
    }

    /** More than the buffers between client and server hold. */
    private static byte[] large() {
        return SmtpFixture.bytes("From: billing@example.com\n\n" + ("x".repeat(78) + "\n").repeat(200_000));
    }
}
