/** Draws the result of a task: a paper boat, and which task it belongs to. */
export const drawBoat = async (task: string): Promise<Blob> => {
  const canvas = new OffscreenCanvas(320, 160)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures')
  const fill = (colour: string, points: [number, number][]): void => {
    context.fillStyle = colour
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.fill()
  }
  const sky = context.createLinearGradient(0, 0, 0, 110)
  sky.addColorStop(0, '#3b3f73')
  sky.addColorStop(1, '#f0a37a')
  context.fillStyle = sky
  context.fillRect(0, 0, 320, 160)
  context.fillStyle = '#274060'
  context.fillRect(0, 110, 320, 50)
  fill('#ffffff', [
    [160, 40],
    [120, 100],
    [200, 100],
  ])
  fill('#dfe6ee', [
    [80, 96],
    [240, 96],
    [210, 124],
    [110, 124],
  ])
  context.fillStyle = '#ffffff'
  context.font = '13px system-ui, sans-serif'
  context.fillText(task, 12, 148)
  return await canvas.convertToBlob({ type: 'image/png' })
}
