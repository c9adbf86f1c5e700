import dicom from 'dicom-parser'

const records = 'x00041220'
const referencedFile = 'x00041500'

export function pathsOfDirectory(bytes: Uint8Array): readonly string[] {
  const items = dicom.parseDicom(bytes).elements[records]?.items
  if (items === undefined) throw new Error('a directory of a medium without records')
  return items.flatMap(({ dataSet }) => {
    const count = dataSet?.numStringValues(referencedFile) ?? 0
    if (dataSet === undefined || count === 0) return []
    const parts = Array.from({ length: count }, (_, index) => dataSet.string(referencedFile, index) ?? '')
    return [parts.map((part) => part.trim()).join('/')]
  })
}
