@echo off
rem Double-click this on Windows: it installs emporium-pnp at the first time, and opens the studio.
rem A game's folder that is dropped on it opens that game; without one, it is my-game in your Documents, which is made if it is not there.
setlocal
set "PATH=%USERPROFILE%\.local\bin;%PATH%"
where /q emporium-pnp && goto installed
where /q uv && goto fetched
echo Fetching uv, which installs the tool and its Python ...
powershell -NoProfile -ExecutionPolicy Bypass -Command "irm https://astral.sh/uv/install.ps1 | iex" || goto failed
:fetched
echo Installing emporium-pnp. This takes a minute or two, once ...
pushd "%~dp0.." || goto failed
uv tool install --quiet ".[studio,check]" || goto failed
popd
:installed
set "game=%~1"
if not defined game set "game=%USERPROFILE%\Documents\my-game"
if not exist "%game%" emporium-pnp new "%game%" || goto failed
echo The studio opens in your browser. Close this window to end it.
emporium-pnp studio "%game%" %2 %3 %4 %5 || goto failed
exit /b 0
:failed
echo It did not work; the lines above say why.
if "%~2"=="" pause
exit /b 1
