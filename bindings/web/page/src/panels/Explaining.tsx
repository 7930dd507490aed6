/** Loads the view that explains implicit minimax when the user opens it. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import * as session from "../session/index.js";
import { texts } from "../texts/index.js";

const loaded: Signal<{ View: ComponentType } | null> = signal(null);

export function Explaining() {
  useEffect(() => {
    if (!loaded.value) void load();
  }, []);
  if (!loaded.value) return <p class="opening">{texts.value.opening}</p>;
  const { View } = loaded.value;
  return <View />;
}

async function load(): Promise<void> {
  try {
    const { Explain } = await import("./Explain.js");
    loaded.value = { View: Explain };
  } catch (error) {
    session.explaining.value = false;
    session.tell(error);
  }
}
