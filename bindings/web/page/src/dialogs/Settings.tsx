/** The settings of the page, and the settings for experts. */
import { closeDialog } from "../play/screen.js";
import { change, type Settings as Kept, settings } from "../settings.js";
import { LANGUAGES, language, texts } from "../texts/index.js";
import { Dialog } from "../ui/Dialog.js";
import { Select } from "../ui/Select.js";
import { Switch } from "../ui/Switch.js";
import { Experts } from "./Experts.js";

export function Settings() {
  const words = texts.value.settings;
  const { animation, coordinates, sound, theme } = settings.value;
  return (
    <Dialog title={words.title} onClose={closeDialog}>
      <div class="form">
        <Select
          label={words.language}
          value={language.value}
          options={Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name])}
          onValue={(tag) => change({ language: tag })}
        />
        <Select
          label={words.theme}
          value={theme}
          options={(["system", "light", "dark"] as const).map((one) => [one, words[one]])}
          onValue={(chosen) => change({ theme: chosen as Kept["theme"] })}
        />
        <Switch
          label={words.animation}
          value={animation}
          onValue={(on) => change({ animation: on })}
        />
        <Switch label={words.sound} value={sound} onValue={(on) => change({ sound: on })} />
        <Switch
          label={words.coordinates}
          value={coordinates}
          onValue={(on) => change({ coordinates: on })}
        />
        <details class="experts">
          <summary>{words.experts}</summary>
          <Experts />
        </details>
        <p class="quiet">{texts.value.footer}</p>
      </div>
    </Dialog>
  );
}
