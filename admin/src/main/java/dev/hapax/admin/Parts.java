package dev.hapax.admin;

import dev.hapax.admin.feed.EventsPart;
import dev.hapax.admin.stats.StatsPart;
import dev.hapax.admin.status.GroupLag;
import dev.hapax.admin.status.HealthPart;
import dev.hapax.admin.status.MetricsPart;
import dev.hapax.admin.status.Readiness;
import dev.hapax.admin.status.SettingsPart;
import dev.hapax.admin.status.StatusPart;
import dev.hapax.admin.status.TopologyPart;
import dev.hapax.admin.work.Masking;
import dev.hapax.admin.work.OperatorsPart;
import java.util.ArrayList;
import java.util.List;

/** All that an instance answers over HTTP, but for the page. */
final class Parts {

    private Parts() {}

    static List<Part> of(AdminContext context, Startup startup) {
        Readiness readiness = new Readiness(context.streams(), startup.restoring());
        GroupLag lag = new GroupLag(context.settings(), context.streams());
        List<Part> parts = new ArrayList<>();
        parts.add(new HealthPart(readiness));
        parts.add(new MetricsPart(context.meters()));
        parts.add(new StatusPart(context, startup, readiness, lag));
        parts.add(new TopologyPart(startup.topology()));
        parts.add(new SettingsPart(startup.shown()));
        Masking masking = new Masking(context.settings());
        EventsPart events = EventsPart.start(context, masking::summary, masking::identity);
        parts.add(events);
        parts.add(StatsPart.start(context, events, () -> lag.total().orElse(0L), readiness::ready));
        parts.add(new OperatorsPart(context, masking));
        return parts;
    }
}
