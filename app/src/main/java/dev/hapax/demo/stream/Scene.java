package dev.hapax.demo.stream;

import java.util.List;

/**
 * Something that happens in the life of a company, as the text of a message with blanks to fill.
 *
 * @param weight how often, against the other scenes of its source
 * @param type what an event calls it; for mail, who sends it
 */
record Scene(int weight, String type, String subject, String body) {

    static Scene pick(List<Scene> scenes, Dice dice) {
        int all = 0;
        for (Scene scene : scenes) {
            all += scene.weight();
        }
        int left = dice.below(all);
        for (Scene scene : scenes) {
            left -= scene.weight();
            if (left < 0) {
                return scene;
            }
        }
        throw new IllegalStateException("the weights do not add up");
    }
}
