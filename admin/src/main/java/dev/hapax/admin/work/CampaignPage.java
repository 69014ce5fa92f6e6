package dev.hapax.admin.work;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A part of the campaigns that match, those that were created last first.
 *
 * @param next where the next page starts; null if this is the last one
 * @param total how many match
 * @param statuses how many match in each status, whatever statuses are asked for
 */
record CampaignPage(List<Campaign> items, @Nullable String next, int total, Map<CampaignStatus, Integer> statuses) {

    private static final Comparator<Campaign> NEWEST = Comparator.comparingLong(
                    (Campaign campaign) -> campaign.definition().createdAt())
            .reversed()
            .thenComparing(Campaign::id);

    /** Where a page ends. It goes into the token of the next one. */
    private record Key(long createdAt, String id) {

        static Key of(Campaign campaign) {
            return new Key(campaign.definition().createdAt(), campaign.id());
        }

        String token() {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString((createdAt + " " + id).getBytes(StandardCharsets.UTF_8));
        }

        static Key parse(String token) {
            try {
                String[] parts = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8).split(" ", 2);
                return new Key(Long.parseLong(parts[0]), parts[1]);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "after: is no token of a page. Start again with the first page, without after.", e);
            }
        }

        boolean isBefore(Campaign campaign) {
            long other = campaign.definition().createdAt();
            return other < createdAt || (other == createdAt && campaign.id().compareTo(id) > 0);
        }
    }

    /**
     * @param statuses empty for all
     * @param after the token of the page; null for the first one
     * @throws IllegalArgumentException if the token is wrong
     */
    static CampaignPage of(
            Collection<Campaign> all,
            Set<CampaignStatus> statuses,
            Predicate<Campaign> wanted,
            int limit,
            @Nullable String after) {
        Key from = after == null ? null : Key.parse(after);
        Map<CampaignStatus, Integer> counts = new EnumMap<>(CampaignStatus.class);
        List<Campaign> matching = new ArrayList<>();
        for (Campaign campaign : all) {
            if (wanted.test(campaign)) {
                counts.merge(campaign.status(), 1, Integer::sum);
                if (statuses.isEmpty() || statuses.contains(campaign.status())) {
                    matching.add(campaign);
                }
            }
        }
        List<Campaign> rest = matching.stream()
                .filter(campaign -> from == null || from.isBefore(campaign))
                .sorted(NEWEST)
                .toList();
        boolean more = rest.size() > limit;
        List<Campaign> items = more ? rest.subList(0, limit) : rest;
        return new CampaignPage(items, more ? Key.of(items.get(limit - 1)).token() : null, matching.size(), counts);
    }

    /** @throws IllegalArgumentException for a status that does not exist */
    static Set<CampaignStatus> statuses(List<String> names) {
        Set<CampaignStatus> statuses = EnumSet.noneOf(CampaignStatus.class);
        for (String name : names) {
            statuses.add(Arrays.stream(CampaignStatus.values())
                    .filter(status -> status.name().equals(name.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "status: '" + name + "' must be one of " + Arrays.toString(CampaignStatus.values()))));
        }
        return statuses;
    }
}
