/** Whether a number is on the steps. Decimal steps are not exact in binary: 0.3 is a multiple of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  const steps = value / step
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}
