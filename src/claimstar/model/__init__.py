"""Records generated from the LinkML schema, and small value types beside them.

A project of the user's own (``claimstar init``) has its own generated ``records.py``; putting its folder first on this
package's path makes ``claimstar.model.records`` mean that file, so that one edited slot reaches every layer.
"""

from claimstar.resources import layout as _layout

_model = str(_layout().model)
if _model not in __path__:
    __path__.insert(0, _model)
