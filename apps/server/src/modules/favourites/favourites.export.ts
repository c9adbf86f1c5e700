import type { ExportPart } from '../../platform/context/export-part.ts'
import { deleteFavourites, listExportedFavourites } from './favourites.sql.ts'

export const favouriteExport: ExportPart = {
  key: 'favourites',
  title: 'Favoritos',
  columns: ['Nombre'],
  rows: listExportedFavourites,
  erase: deleteFavourites,
}
