declare module 'probe-image-size' {
  export default function probe(stream: NodeJS.ReadableStream): Promise<{ width: number, height: number, type: string, mime: string }>
}
