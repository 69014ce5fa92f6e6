package dev.hapax.admin;

import dev.hapax.admin.feed.EventsPart;
import dev.hapax.admin.stats.StatsPart;
import dev.hapax.admin.status.CatalogPart;
import dev.hapax.admin.status.GroupLag;
import dev.hapax.admin.status.HealthPart;
import dev.hapax.admin.status.MetricsPart;
import dev.hapax.admin.status.Readiness;
import dev.hapax.admin.status.SettingsPart;
import dev.hapax.admin.status.StatusPart;
import dev.hapax.admin.status.TopologyPart;
import dev.hapax.admin.work.CaseSummaries;
import dev.hapax.admin.work.OperatorsPart;
import dev.hapax.masking.Masking;
import java.util.ArrayList;
import java.util.List;

/** All parts of the HTTP API, without the dashboard. */
final class Parts {

    private Parts() {}

    static List<ApiPart> of(AdminContext context, Startup startup) {
        Readiness readiness = new Readiness(context.streams()::state, startup.restoring(), context.background());
        GroupLag lag = new GroupLag(context.settings(), context.streams());
        Masking masking = new Masking(context.settings());
        EventsPart events = EventsPart.start(context, new CaseSummaries(masking)::of, masking::identity);
        Listeners listeners = events.listeners();
        List<ApiPart> parts = new ArrayList<>();
        // Closed first: after that, no other part is queried for events.
        parts.add(events);
        parts.add(new HealthPart(readiness));
        parts.add(new MetricsPart(context.meters()));
        parts.add(StatusPart.start(context, startup, readiness, lag, listeners));
        parts.add(new TopologyPart(startup.topology()));
        parts.add(new SettingsPart(startup.shown()));
        parts.add(new CatalogPart());
        parts.add(StatsPart.start(context, listeners, lag::total, readiness::ready));
        parts.add(OperatorsPart.start(context, masking, listeners));
        return parts;
    }
}
