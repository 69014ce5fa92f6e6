package dev.hapax.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicNamesTest {

    private final TopicNames names = new TopicNames("shop.", "shop-app");

    @ParameterizedTest
    @EnumSource
    void shouldFindATopicByItsName(Topic topic) {
        assertThat(names.topic(names.of(topic))).isEqualTo(topic);
    }

    /** Names are public: a running application would leave its records behind under the old one. */
    @Test
    void shouldNeverChange() {
        assertThat(Arrays.stream(Topic.values()).map(names::of))
                .containsExactly(
                        "shop.replays",
                        "shop.commands",
                        "shop.decisions",
                        "shop.alerts",
                        "shop.duplicates",
                        "shop.quarantine",
                        "shop.quarantine.cases",
                        "shop.rules",
                        "shop.deliveries",
                        "shop.deliveries.events",
                        "shop.deliveries.due",
                        "shop.deliveries.claims",
                        "shop.deliveries.ledger",
                        "shop.deliveries.receipts",
                        "shop.deliveries.refused",
                        "shop.deliveries.control",
                        "shop.deliveries.suppressions",
                        "shop.deliveries.campaigns",
                        "shop-app-guard-changelog",
                        "shop-app-ledger-changelog",
                        "shop-app-by-identity-repartition");
    }

    @Test
    void shouldNotKnowASource() {
        assertThat(names.topic("shop.payments")).isNull();
    }
}
