/** Loads each image once, and caches decoded images up to a number of bytes. */
import { readFailure } from '../../lib/call.ts'

/** Returns the memory of a decoded image: red, green, blue and opacity of each pixel take four bytes. */
export function decodedBytes({ naturalWidth, naturalHeight }: HTMLImageElement): number {
  return naturalWidth * naturalHeight * 4
}

async function load(addressOf: () => Promise<string>, signal: AbortSignal): Promise<HTMLImageElement> {
  const address = await addressOf()
  signal.throwIfAborted()
  const image = new Image()
  image.decoding = 'async'
  image.alt = ''
  image.draggable = false
  image.src = address
  // An image element has no other way to end its request.
  const cancel = () => {
    image.src = ''
  }
  signal.addEventListener('abort', cancel)
  try {
    await image.decode()
  } catch {
    signal.throwIfAborted()
    throw await readFailure(address, 'El archivo de imágenes no responde', signal)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  signal.throwIfAborted()
  return image
}

export function createImageCache(mostBytes: number) {
  /** The image that was used longest ago comes first. */
  const images = new Map<string, HTMLImageElement>()
  const loads = new Map<string, { image: Promise<HTMLImageElement>; controller: AbortController }>()

  function store(name: string, image: HTMLImageElement) {
    images.delete(name)
    images.set(name, image)
    let bytes = 0
    for (const cached of images.values()) bytes += decodedBytes(cached)
    for (const [oldest, cached] of images) {
      if (bytes <= mostBytes || oldest === name) return
      images.delete(oldest)
      bytes -= decodedBytes(cached)
    }
  }

  async function loadAndStore(name: string, addressOf: () => Promise<string>, controller: AbortController) {
    try {
      const image = await load(addressOf, controller.signal)
      store(name, image)
      return image
    } finally {
      // After a cancelled load the same image may be loading again.
      if (loads.get(name)?.controller === controller) loads.delete(name)
    }
  }

  return {
    get: (name: string) => images.get(name),

    isLoading: (name: string) => loads.has(name),

    /** Returns the number of loads in progress. */
    countLoads: () => loads.size,

    /** Returns the cached image, or the load in progress, or loads the image. */
    async load(name: string, addressOf: () => Promise<string>): Promise<HTMLImageElement> {
      const cached = images.get(name)
      if (cached) {
        store(name, cached)
        return cached
      }
      const before = loads.get(name)
      if (before) return before.image
      const controller = new AbortController()
      const image = loadAndStore(name, addressOf, controller)
      loads.set(name, { image, controller })
      return image
    },

    /** Cancels the loads in progress of all images without one of these names. */
    cancelLoadsExcept(names: ReadonlySet<string>) {
      for (const [name, { controller }] of loads) {
        if (names.has(name)) continue
        loads.delete(name)
        controller.abort()
      }
    },
  }
}
