// What can go wrong with files, folders and streams.

export const unexpected = (message: string): string => `Something unexpected went wrong: ${message}`
export const it = 'It'
export const outputClosed = 'The output was closed before everything was written.'
export const diskFull = 'The disk is full. Free some space and try again.'
export const isADirectory = (path: string): string => `${path} is a directory. Give the name of a file in it.`
export const noFolder = (path: string): string =>
  `The folder of ${path} does not exist. Create it, or choose another path.`
export const fileInPlaceOfFolder = (path: string): string =>
  `${path} is a file where a folder is needed. Choose another path.`
export const notWritable = (path: string): string =>
  `${path} cannot be written to. Check its permissions, or choose another path.`

// Transcripts
export const noFileOrFolder = (path: string): string => `There is no file or folder ${path}. Check the name.`
export const noFile = (path: string): string => `There is no file ${path}. Check the name.`
export const notReadable = (path: string): string => `${path} cannot be read. Check its permissions.`
export const cannotBeRead = (path: string, message: string): string => `${path} cannot be read: ${message}.`
export const tooLarge = (name: string): string => `${name} is larger than 400 MB. Split it.`
export const notGzipped = (name: string): string => `${name} looks gzipped but cannot be unpacked. Unpack it first.`
export const standardInput = 'Standard input'
