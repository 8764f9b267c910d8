/** US dollars: `$1.20`, cents from ten cents on, else two significant digits, as `$0.0042`. */
export function formatCost(cost: number): string {
  if (cost === 0) return '$0';
  if (cost >= 0.1) return `$${cost.toFixed(2)}`;
  return `$${Number(cost.toPrecision(2))}`;
}
