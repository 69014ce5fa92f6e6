package dev.hapax.dashboard;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a person sees and does at the dashboard of a running instance. All share what runs, since starting takes long. */
@EnabledIf("dev.hapax.dashboard.Browser#isInstalled")
@Timeout(120)
class DashboardIT {

    @RegisterExtension
    static final TestDashboard DASHBOARD = new TestDashboard();

    @Nested
    class News extends DashboardNews {}

    @Nested
    class Work extends DashboardWork {}

    @Nested
    class Group extends DashboardGroup {}

    @Nested
    class Deliveries extends DashboardDeliveries {}

    @Nested
    class Campaigns extends DashboardCampaigns {}

    @Nested
    class Reach extends DashboardReach {}
}
