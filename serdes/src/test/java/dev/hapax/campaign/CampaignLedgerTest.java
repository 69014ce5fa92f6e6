package dev.hapax.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignEvent.Created;
import dev.hapax.campaign.CampaignEvent.Frozen;
import dev.hapax.campaign.CampaignEvent.Requested;
import dev.hapax.campaign.CampaignEvent.Reviewed;
import dev.hapax.campaign.CampaignLedger.Change;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.wire.CampaignFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every status meets every event. The table of what happens then is a golden file: read it before you change it. */
class CampaignLedgerTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final int PARTITIONS = 2;
    private static final CampaignDefinition DEFINITION = definition("Hello");

    private final CampaignLedger ledger = new CampaignLedger(
            PARTITIONS,
            10,
            CampaignFormat::sha256,
            (campaign, approval) -> approval.by().equals("stranger") ? "its key is unknown" : null);

    @Test
    void shouldHaveAnAnswerForEveryStatusAndEvent() throws Exception {
        StringBuilder table = new StringBuilder();
        events(DEFINITION).forEach((name, event) -> {
            table.append(name).append('\n');
            row(table, "-", ledger.on("spring", null, event, null, NOW));
            for (CampaignStatus status : CampaignStatus.values()) {
                row(table, status.name(), ledger.on("spring", inStatus(status), event, null, NOW));
            }
        });
        for (CampaignStatus status : CampaignStatus.values()) {
            Campaign campaign = inStatus(status);
            int revision = campaign.revision();
            table.append(status).append(", and a partition counts\n");
            row(table, "trouble", count(campaign, counted(0, revision, 5, "the channel is down")));
            row(table, "old trouble", count(campaign, counted(0, revision - 1, 5, "the channel is down")));
            row(
                    table,
                    "others than the approved",
                    count(campaign, new Counted(0, revision, 0, Map.of(), 5, null, null)));
        }

        Files.writeString(Path.of("target", "campaign-transitions.txt"), table);
        try (var in = CampaignLedgerTest.class.getResourceAsStream("/golden/campaign-transitions.txt")) {
            String expected = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(table)
                    .as("target/campaign-transitions.txt, if the change is wanted")
                    .hasToString(expected);
        }
    }

    @Test
    void shouldAnswerARequestInTheHistory() {
        Campaign running = inStatus(CampaignStatus.RUNNING);

        Campaign paused = Objects.requireNonNull(
                ledger.on("spring", running, request(Action.PAUSE), "r1", NOW).campaign());
        Campaign again = Objects.requireNonNull(
                ledger.on("spring", paused, request(Action.PAUSE), "r2", NOW).campaign());

        assertThat(Objects.requireNonNull(again.answer("r1")).what()).isEqualTo("paused");
        assertThat(Objects.requireNonNull(again.answer("r2")))
                .extracting(Campaign.Entry::what, Campaign.Entry::detail)
                .containsExactly("pause refused", "it is PAUSED");
        assertThat(again.answer("r3")).isNull();
    }

    @Test
    void shouldDoNothingForARequestThatItHasAnsweredBefore() {
        Campaign campaign = inStatus(CampaignStatus.RUNNING);
        List<Action> actions = List.of(Action.PAUSE, Action.RESUME, Action.PAUSE);
        for (int i = 0; i < actions.size(); i++) {
            campaign = Objects.requireNonNull(ledger.on("spring", campaign, request(actions.get(i)), "r" + i, NOW)
                    .campaign());
        }

        CampaignLedger.Change again = ledger.on("spring", campaign, request(Action.RESUME), "r1", NOW);

        assertThat(again).isEqualTo(new CampaignLedger.Change(campaign, false, null));
        assertThat(campaign.status()).isEqualTo(CampaignStatus.PAUSED);
    }

    @Test
    void shouldEndOnlyWhenEveryPartitionHasNothingLeft() {
        Campaign running = inStatus(CampaignStatus.RUNNING);
        Campaign one = after(running, counted(0, running.revision(), 0));
        assertThat(one.status()).as("the other has not counted").isEqualTo(CampaignStatus.RUNNING);
        Campaign old = after(one, counted(1, running.revision() - 1, 0));
        assertThat(old.status()).as("the other does not know that it runs").isEqualTo(CampaignStatus.RUNNING);
        Campaign waiting = after(one, counted(1, running.revision(), 3));
        assertThat(waiting.status()).isEqualTo(CampaignStatus.RUNNING);

        assertThat(after(waiting, counted(1, running.revision(), 0)).status()).isEqualTo(CampaignStatus.DONE);
    }

    @Test
    void shouldNotPauseAgainForRefusalsThatAPersonHasSeen() {
        Campaign running = inStatus(CampaignStatus.RUNNING);
        Campaign paused = after(running, refusals(running.revision(), 20, 10));
        assertThat(paused.status()).isEqualTo(CampaignStatus.PAUSED);
        Campaign resumed = Objects.requireNonNull(
                ledger.on("spring", paused, request(Action.RESUME), null, NOW).campaign());

        Campaign later = after(resumed, refusals(resumed.revision(), 50, 12));

        assertThat(later.status()).isEqualTo(CampaignStatus.RUNNING);
        assertThat(after(later, refusals(resumed.revision(), 60, 30)).status()).isEqualTo(CampaignStatus.PAUSED);
    }

    @Test
    void shouldBoundTheHistory() {
        Campaign campaign = inStatus(CampaignStatus.DONE);
        for (int i = 0; i < 1_000; i++) {
            campaign = Objects.requireNonNull(ledger.on("spring", campaign, request(Action.START), "r" + i, NOW + i)
                    .campaign());
        }

        assertThat(campaign.history()).hasSize(100);
        assertThat(campaign.history().get(0).what()).isEqualTo("created");
        assertThat(campaign.answer("r999")).isNotNull();
    }

    @Test
    void shouldSurviveTheWire() {
        for (CampaignStatus status : CampaignStatus.values()) {
            Campaign campaign = inStatus(status);
            assertThat(CampaignFormat.readCampaign(CampaignFormat.write(campaign)))
                    .isEqualTo(campaign);
            CampaignShare share = new CampaignShare(campaign, 1, Map.of(DeliveryState.SENT, 3), 7);
            assertThat(CampaignFormat.readShare(CampaignFormat.write(share))).isEqualTo(share);
        }
        events(DEFINITION)
                .forEach((name, event) -> assertThat(CampaignFormat.readEvent(CampaignFormat.write(event)))
                        .as(name)
                        .isEqualTo(event));
        Recipient recipient = new Recipient("s1", "a@example.org", Map.of("name", "Zoë"));
        assertThat(CampaignFormat.readRecipient("s1", CampaignFormat.write(recipient)))
                .isEqualTo(recipient);
    }

    private static Map<String, CampaignEvent> events(CampaignDefinition definition) {
        Map<String, CampaignEvent> events = new LinkedHashMap<>();
        events.put("created, same content", new Created(definition, "ann"));
        events.put("created, other content", new Created(definition("Other"), "ann"));
        events.put("frozen", new Frozen("bob"));
        events.put("approved", new Reviewed(approval("bob", 1, 2, 5)));
        events.put("approved, more than one person may", new Reviewed(approval("bob", 1, 2, 50)));
        events.put("approved, nobody", new Reviewed(approval("bob", 1, 2, 0)));
        events.put("approved, other recipients", new Reviewed(approval("bob", 0, 1, 5)));
        events.put("approved, key unknown", new Reviewed(approval("stranger", 1, 2, 5)));
        for (Action action : Action.values()) {
            events.put("requested " + action, request(action));
        }
        return events;
    }

    /** As a campaign gets there; with recipients that were loaded after its approval. */
    private Campaign inStatus(CampaignStatus status) {
        Campaign draft = apply(null, new Created(DEFINITION, "ann"));
        Campaign frozen = apply(draft, new Frozen("bob"));
        Campaign approved = apply(apply(frozen, new Reviewed(approval("bob", 0, 1, 5))), new Frozen("bob"));
        Campaign running = apply(approved, request(Action.START));
        return switch (status) {
            case DRAFT -> apply(apply(frozen, new Frozen("bob")), new Frozen("bob"));
            case APPROVED -> approved;
            case RUNNING -> running;
            case PAUSED -> apply(running, request(Action.PAUSE));
            case DONE -> after(after(running, counted(0, running.revision(), 0)), counted(1, running.revision(), 0));
            case CANCELLED -> apply(running, request(Action.CANCEL));
        };
    }

    private Campaign apply(@Nullable Campaign campaign, CampaignEvent event) {
        Change change = ledger.on("spring", campaign, event, null, NOW);
        assertThat(change.refused()).isNull();
        return Objects.requireNonNull(change.campaign());
    }

    private Change count(Campaign campaign, Counted counted) {
        return ledger.on("spring", campaign, counted, null, NOW);
    }

    private Campaign after(Campaign campaign, Counted counted) {
        return Objects.requireNonNull(count(campaign, counted).campaign());
    }

    private static Counted counted(int partition, int revision, int waiting) {
        return counted(partition, revision, waiting, null);
    }

    private static Counted counted(int partition, int revision, int waiting, @Nullable String trouble) {
        return new Counted(partition, revision, 1, Map.of(DeliveryState.DUE, waiting), waiting, trouble, null);
    }

    private static Counted refusals(int revision, int tried, int refused) {
        Map<DeliveryState, Integer> states =
                Map.of(DeliveryState.SENT, tried - refused, DeliveryState.REFUSED, refused);
        return new Counted(0, revision, 1, states, 5, null, null);
    }

    private static Requested request(Action action) {
        return new Requested(action, "ann", "because");
    }

    private static CampaignApproval approval(String by, int after, int upTo, int count) {
        return new CampaignApproval(
                true,
                by,
                CampaignFormat.sha256(DEFINITION),
                after,
                upTo,
                count,
                List.of("d0", "d1"),
                NOW,
                NOW + 1_000,
                "fine",
                null,
                null);
    }

    private static CampaignDefinition definition(String subject) {
        CampaignPacing pacing = new CampaignPacing(null, null, 0, List.of(), null, 0.2);
        return new CampaignDefinition("mail", null, subject, "text", null, Map.of(), true, 0, 0, pacing, NOW);
    }

    private static void row(StringBuilder table, String from, Change change) {
        Campaign campaign = change.campaign();
        String to = campaign == null
                ? "-"
                : campaign.status() + " " + campaign.audience() + "/" + campaign.approvedUpTo()
                        + (campaign.pending().isEmpty()
                                ? ""
                                : " pending " + campaign.pending().size());
        table.append("    %-10s ".formatted(from))
                .append(change.refused() == null ? "→ " + to : "refused: " + change.refused())
                .append(change.announced() ? " [announced]" : "")
                .append('\n');
    }
}
