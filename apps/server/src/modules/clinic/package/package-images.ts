import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { Parser } from 'htmlparser2'
import { imageFolder, type PackageFiles } from './package-files.ts'
import { decodeText, type PackageError } from './parsed-part.ts'

type Image = ClinicPackage['images'][number]

const mediaTypes: Readonly<Record<string, Image['media_type']>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

/** The largest image, in bytes. Pages load images on phones. */
const maxImageBytes = 1024 * 1024

export async function readImages(files: PackageFiles) {
  const images: Image[] = []
  const errors: PackageError[] = []
  for (const [file, bytes] of files) {
    if (!file.startsWith(imageFolder)) continue
    const media_type = mediaTypes[extname(file)]
    const fieldError = media_type ? await makeFieldError(bytes, media_type) : wrongType
    if (fieldError) errors.push({ file, line: 1, field: '', ...fieldError })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (media_type) images.push({ name: file.slice(imageFolder.length), media_type, sha256 })
  }
  return { images, errors }
}

type FieldError = Pick<PackageError, 'message' | 'remedy'> & { readonly line?: number }

const wrongType: FieldError = {
  message: 'El archivo no es una imagen de un tipo admitido',
  remedy: 'Usa un archivo .svg, .png, .jpg o .webp',
}

async function makeFieldError(bytes: Uint8Array, mediaType: Image['media_type']): Promise<FieldError | null> {
  if (bytes.length > maxImageBytes) {
    return { message: 'La imagen pesa más de 1 MB', remedy: 'Redúcela o guárdala con más compresión' }
  }
  if (mediaType === 'image/svg+xml') return faultOfSvg(bytes)
  const { fileTypeFromBuffer } = await import('file-type')
  if ((await fileTypeFromBuffer(bytes))?.mime === mediaType) return null
  return {
    message: 'El contenido no es el que anuncia su nombre',
    remedy: 'Vuelve a guardar la imagen con el tipo de su nombre',
  }
}

/** Elements that draw. Everything else is rejected: scripts, foreign content, links, animations, raster images. */
const drawingElements = new Set(
  'svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker style filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feDropShadow'.split(
    ' ',
  ),
)

function faultOfSvg(bytes: Uint8Array): FieldError | null {
  const text = decodeText(bytes)
  if (text === null || !/<svg[\s>]/.test(text)) {
    return { message: 'El archivo no es un SVG', remedy: 'Vuelve a guardar el dibujo como SVG en UTF-8' }
  }
  let fieldError: FieldError | null = null
  const findLine = () => text.slice(0, parser.startIndex).split('\n').length
  const reject = (what: string) => {
    fieldError ??= {
      line: findLine(),
      message: `El SVG tiene ${what}`,
      remedy: 'Guarda el dibujo sin programas, enlaces ni contenido de otros archivos',
    }
  }
  let style = ''
  let inStyle = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (!drawingElements.has(name)) reject(`el elemento «${name}»`)
        inStyle = name === 'style'
        for (const [attribute, value] of Object.entries(attributes)) {
          if (!isSafeAttribute(attribute, value))
            reject(`el atributo «${attribute}» con un programa o una referencia externa`)
        }
      },
      ontext: (content) => {
        if (inStyle) style += content
      },
      onclosetag: () => {
        if (!isSafeStyle(style)) reject('un estilo con una referencia externa')
        inStyle = false
        style = ''
      },
      onprocessinginstruction: (name) => {
        if (name !== '?xml') reject(`la instrucción «${name}»`)
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return fieldError
}

function isSafeAttribute(name: string, value: string): boolean {
  const local = name.slice(name.indexOf(':') + 1).toLowerCase()
  if (local.startsWith('on')) return false
  if (local === 'href') return value.trim().startsWith('#')
  return name.startsWith('xmlns') || isSafeStyle(value)
}

/** Returns whether a style refers to nothing outside the drawing. A backslash could hide a word of CSS. */
function isSafeStyle(style: string): boolean {
  return !/@import|javascript:|expression\(|\\|url\(\s*(?!['"]?#)|image-set/i.test(style)
}
