package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ChartTest {

    @Test
    void shouldBeWellFormedWhateverTheNames() throws Exception {
        Document svg = parse(chart(new Chart.Bar("a < b & \"c\"", new Spread(2, 1, 3), false)));

        assertThat(svg.getDocumentElement().getNodeName()).isEqualTo("svg");
        assertThat(svg.getElementsByTagName("text").item(2).getTextContent()).isEqualTo("a < b & \"c\"");
    }

    @Test
    void shouldDrawBarsInProportionAndWhiskersWhereRunsDiffer() throws Exception {
        Document svg = parse(chart(
                new Chart.Bar("copy", new Spread(200, 200, 200), false),
                new Chart.Bar("hapax", new Spread(100, 90, 110), true)));

        Element copy = (Element) svg.getElementsByTagName("rect").item(0);
        Element hapax = (Element) svg.getElementsByTagName("rect").item(1);
        assertThat(Double.parseDouble(copy.getAttribute("width")))
                .isEqualTo(2 * Double.parseDouble(hapax.getAttribute("width")));
        assertThat(hapax.getAttribute("class")).isEqualTo("ours");
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(1);
    }

    @Test
    void shouldBearFiguresThatAreAllZero() throws Exception {
        Document svg = parse(chart(new Chart.Bar("idle", new Spread(0, 0, 0), false)));

        assertThat(((Element) svg.getElementsByTagName("rect").item(0)).getAttribute("width"))
                .isEqualTo("0.0");
    }

    private static Chart chart(Chart.Bar... bars) {
        return new Chart("test", "Title & more", "messages/s", List.of(bars));
    }

    private static Document parse(Chart chart) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(chart.svg().getBytes(StandardCharsets.UTF_8)));
    }
}
