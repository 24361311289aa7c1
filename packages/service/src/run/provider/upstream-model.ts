/** The upstream's ID of a model: what the operator's settings say, or the same. */
export function upstreamModelOf({ modelIds }: { modelIds: Readonly<Record<string, string>> }, model: string): string {
  return (Object.hasOwn(modelIds, model) ? modelIds[model] : undefined) ?? model
}

/** The setting that says what a model is called at an upstream. */
export function modelSetting(upstream: string, model: string): string {
  return `modelIds[${JSON.stringify(model)}] of the upstream ${upstream}`
}
